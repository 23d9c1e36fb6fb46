import { Button } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../src/contract/counts';
import { lookDetails } from '../../src/contract/import-words';
import type { ImportJob } from '../../src/contract/imports';
import { errorMessage, trpc } from '../product/trpc';
import { lazyDialog, preloadOnHover } from '../ui/lazy-dialog';
import { toastError } from '../ui/toast';
import classes from './ImportCard.module.css';
import { ImportLookForm } from './ImportLookForm';
import { Unreadable } from './Unreadable';

const UndoImportDialog = lazyDialog(() => import('./UndoImportDialog'), 'UndoImportDialog');

/** The list of formats at the end of an error is left out, because the page shows it below. */
const TAKEN = / Tagline takes .*$/s;

export function ImportJobView({ job }: { job: ImportJob }) {
  const remove = trpc.imports.remove.useMutation({
    onError: (error) => toastError(errorMessage(error, 'Failed to stop the import')),
  });
  const { id, name, state, done, total, error } = job;
  const stop = () => remove.mutate({ id });

  return (
    <div className={classes.job}>
      <p className={classes.name}>
        <bdi>{name}</bdi>
        {job.format && <span> · {job.format}</span>}
      </p>
      {state === 'looking' && (
        <ImportProgress
          label={done > 0 ? `Reading, ${countOf(done, 'note')} so far...` : 'Reading...'}
          onStop={stop}
        />
      )}
      {state === 'importing' && (
        <ImportProgress label="Importing..." done={done} total={total} onStop={stop} />
      )}
      {state === 'undoing' && <ImportProgress label="Taking it back..." done={done} total={total} />}
      {state === 'looked' && <ImportLookForm job={job} onCancel={stop} busy={remove.isPending} />}
      {state === 'failed' && (
        <p role="alert" className={classes.error}>
          {error?.replace(TAKEN, '')}
        </p>
      )}
      {(state === 'done' || (state === 'failed' && job.undoUntil)) && <Result job={job} />}
      {state === 'undone' && <p role="status">This import is taken back.</p>}
    </div>
  );
}

type ProgressProps = { label: string; done?: number; total?: number; onStop?: () => void };

export function ImportProgress({ label, done = 0, total = 0, onStop }: ProgressProps) {
  const share = total > 0 ? Math.min(1, done / total) : undefined;
  return (
    <div className={classes.progress}>
      <span role="status">{label}</span>
      <span>{share === undefined ? '' : `${Math.floor(100 * share)} %`}</span>
      <progress aria-label={label} value={share} max={1} />
      {onStop && (
        <Button variant="default" size="compact-md" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}

function Result({ job: { id, result, undoUntil } }: { job: ImportJob }) {
  const [undoing, setUndoing] = useState(false);
  if (!result) return null;
  const { messages, known } = result;
  const isNew = countOf(messages, 'message is new', 'messages are new');
  return (
    <>
      <p role="status" className={classes.sentence}>
        {known > 0 ? `${isNew}, ${countOf(known, 'was', 'were')} here already.` : `${isNew}.`}
      </p>
      {lookDetails({ ...result, known: 0, long: 0 }).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Unreadable count={result.unreadable} reasons={result.reasons} />
      {undoUntil && (
        <Button variant="default" onClick={() => setUndoing(true)} {...preloadOnHover(UndoImportDialog)}>
          Take back this import
        </Button>
      )}
      <UndoImportDialog opened={undoing} id={id} messages={messages} onClose={() => setUndoing(false)} />
    </>
  );
}
