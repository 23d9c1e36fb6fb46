import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { trpc } from '../../product/trpc';
import { copyText } from '../../ui/copy-text';

export function InviteLink() {
  const { data } = trpc.invites.mine.useQuery(undefined, { staleTime: 'static' });
  const url = data?.url ?? '';
  return (
    <Group gap="0.5rem" align="end" wrap="nowrap">
      <TextInput
        label="Your invite link"
        readOnly
        variant="filled"
        flex={1}
        miw={0}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        size="md"
        flex="none"
        leftSection={<IconCopy size={18} aria-hidden />}
        disabled={!url}
        onClick={() => copyText(url, 'Link copied')}
      >
        Copy
      </Button>
    </Group>
  );
}
