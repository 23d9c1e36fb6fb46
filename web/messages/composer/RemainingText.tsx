import { Button, Group, Stack, Text } from '@mantine/core';
import classes from './EditMessageDialog.module.css';
import { hashtagsInSentences } from './hashtags-in-sentences';

type Props = {
  content: string;
  remaining: string;
  disabled: boolean;
  onKeep: (content: string, tag: string) => void;
};

/** Shows what an edit leaves of the text, and offers to keep words that a sentence would lose. */
export function RemainingText({ content, remaining, disabled, onKeep }: Props) {
  return (
    <Stack gap="0.5rem" role="group" aria-label="What will remain of the text">
      <Text size="sm" c="dimmed">
        This will remain:
      </Text>
      <blockquote className={classes.stored} dir="auto">
        {remaining}
      </blockquote>
      <Group gap="0.5rem">
        {hashtagsInSentences(content).map(({ slug, start, end }) => (
          <Button
            key={start}
            size="sm"
            variant="default"
            maw="100%"
            disabled={disabled}
            onClick={() =>
              onKeep(content.slice(0, start) + content.slice(start + 1, end) + content.slice(end), slug)
            }
          >
            Keep the word “{content.slice(start + 1, end)}”
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
