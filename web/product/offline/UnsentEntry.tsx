import { Box, Button, Group, Stack } from '@mantine/core';
import { countOf } from '../../../src/contract/counts';
import { copyText } from '../../ui/copy-text';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { type Entry, textOf, withEntryBack } from './entries';
import { changeQueue } from './queue';
import { insistOn } from './refusals';
import { sendKept } from './sender';

type Props = {
  entry: Entry;
  /** Called after a button of the entry has done its work. That button may be gone then. */
  onDone: () => void;
};

const TEXT = { overflow: 'auto', whiteSpace: 'pre-wrap' } as const;

export function UnsentEntry({ entry, onDone }: Props) {
  const { refusal } = entry;
  const text = textOf(entry);
  const again = insistOn(entry, crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const change = (next: Parameters<typeof changeQueue>[0], then: () => void) =>
    changeQueue(next).then(then, () =>
      toastError('This browser could not change what it keeps. Please try again.'),
    );
  const sendAgain = (next: Entry) =>
    change(
      (entries) => entries.map((other) => (other.seq === entry.seq ? next : other)),
      () => {
        onDone();
        void sendKept();
      },
    );
  const putBack = () =>
    change(
      (entries, nextSeq) => withEntryBack(entries, entry, nextSeq),
      () => void sendKept(),
    );
  const discard = () =>
    change(
      (entries) => entries.filter(({ seq }) => seq !== entry.seq),
      () => {
        onDone();
        toast({ title: entry.kind === 'remove' ? 'Message kept' : 'Discarded', onUndo: putBack });
      },
    );
  return (
    <Stack
      component="li"
      gap="0.5rem"
      p="0.75rem 1rem"
      bd={`1px solid var(--${refusal ? 'mantine-color-error' : 'line'})`}
      bdrs="12px"
    >
      <Group justify="space-between" align="stretch" gap="0 0.75rem" c="dimmed" fz="0.85rem">
        <Box component="strong" c="var(--ink)" fw={600}>
          {nameOf(entry)}
        </Box>
        <Ago at={new Date(entry.at).toISOString()} />
      </Group>
      <Box component="p" m={0} mah="9rem" style={TEXT} dir="auto">
        {text ?? excerptOf(entry)}
      </Box>
      {text && entry.kind === 'add' && entry.files.length > 0 && (
        <Box component="p" m={0} c="dimmed" fz="0.85rem">
          With {countOf(entry.files.length, 'file')}
        </Box>
      )}
      {refusal && (
        <Box component="p" m={0} c="var(--mantine-color-error)" dir="auto">
          {refusal.sentence}
        </Box>
      )}
      <Group gap="0.5rem">
        {text && (
          <Button size="sm" variant="default" onClick={() => copyText(text, 'Text copied')}>
            Copy text
          </Button>
        )}
        {refusal && again && (
          <Button size="sm" variant="default" onClick={() => sendAgain(again)}>
            {againLabel(entry)}
          </Button>
        )}
        <Button size="sm" variant="default" onClick={discard}>
          {entry.kind === 'remove' ? 'Keep the message' : 'Discard'}
        </Button>
      </Group>
    </Stack>
  );
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'remove') return 'Delete a message';
  if (entry.kind === 'edit') return 'Change of a message';
  if (entry.kind === 'react') return `Reaction ${entry.input.emoji}`;
  if (entry.kind === 'tick') return entry.input.done ? 'Ticked' : 'Unticked';
  const tags = entry.shown.tags.map((tag) => `#${tag}`).join(', ');
  return entry.input.replyTo === undefined ? `New message on ${tags}` : `Reply on ${tags}`;
}

function excerptOf(entry: Entry): string {
  if (entry.kind === 'add') return countOf(entry.files.length, 'file');
  if (entry.kind === 'tick') return entry.input.item;
  return entry.before.content || countOf(entry.before.media.length, 'file');
}

function againLabel({ kind, refusal }: Entry): string {
  if (kind === 'remove') return 'Delete anyway';
  if (kind === 'add' || kind === 'react' || kind === 'tick') return 'Send again';
  return refusal?.why === 'gone' ? 'Save as new' : 'Replace it';
}
