import { Button } from '@mantine/core';
import { countOf } from '../../../src/contract/counts';
import { copyText } from '../../ui/copy-text';
import { Ago } from '../../ui/times';
import { toast, toastError } from '../../ui/toast';
import { type Entry, textOf, withEntryBack } from './entries';
import { changeQueue } from './queue';
import { insistOn } from './refusals';
import { sendKept } from './sender';
import classes from './UnsentDialog.module.css';

type Props = {
  entry: Entry;
  /** Called after a button of the entry has done its work. That button may be gone then. */
  onDone: () => void;
};

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
    <li className={classes.entry} data-refused={refusal ? true : undefined}>
      <div className={classes.head}>
        <strong>{nameOf(entry)}</strong>
        <Ago at={new Date(entry.at).toISOString()} />
      </div>
      <p className={classes.text} dir="auto">
        {text ?? excerptOf(entry)}
      </p>
      {text && entry.kind === 'add' && entry.files.length > 0 && (
        <p className={classes.files}>With {countOf(entry.files.length, 'file')}</p>
      )}
      {refusal && (
        <p className={classes.refusal} dir="auto">
          {refusal.sentence}
        </p>
      )}
      <div className={classes.actions}>
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
      </div>
    </li>
  );
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'remove') return 'Delete a message';
  if (entry.kind === 'edit') return 'Change of a message';
  const tags = entry.shown.tags.map((tag) => `#${tag}`).join(', ');
  return entry.input.replyTo === undefined ? `New message on ${tags}` : `Reply on ${tags}`;
}

function excerptOf(entry: Entry): string {
  if (entry.kind === 'add') return countOf(entry.files.length, 'file');
  return entry.before.content || countOf(entry.before.media.length, 'file');
}

function againLabel({ kind, refusal }: Entry): string {
  if (kind === 'remove') return 'Delete anyway';
  if (kind === 'add') return 'Send again';
  return refusal?.why === 'gone' ? 'Save as new' : 'Replace it';
}
