import { Button } from '@mantine/core';
import { countOf } from '../../src/contract/counts';
import { messageCount } from '../boards/message-count';
import { trpc } from '../product/trpc';
import { toast, toastError } from '../ui/toast';
import { Card } from './Card';
import { ProgressBar } from './ProgressBar';
import classes from './SearchSetupCard.module.css';
import { toastAdminError } from './toast-admin-error';

const POLL_MS = 2_000;
const FAILED = 'Embedding generation failed';

/**
 * Card for search by meaning: says how many messages have an embedding vector, and has a button that makes
 * the missing ones (docs/product.md: Search by meaning).
 */
export function SearchSetupCard() {
  const progress = trpc.search.embedding.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  });
  const embed = trpc.search.embed.useMutation({
    onSuccess({ processed, errors, message }) {
      const counts = `${processed.toLocaleString('en-US')} processed, ${countOf(errors, 'error')}.`;
      if (processed === 0 && errors > 0) toastError(message, FAILED);
      else toast({ title: 'Embeddings generated', description: `${counts} ${message}` });
    },
    onError: (error) => toastAdminError(error, FAILED, 'Failed to generate embeddings'),
  });
  const busy = embed.isPending || progress.data?.running;
  return (
    <Card
      title="Search Feature Setup"
      note="Lets search find what is meant, beside the words. It may take a few minutes, depending on how many messages there are, and needs to run only once: new messages follow by themselves."
    >
      {progress.data && <Progress {...progress.data} />}
      <Button disabled={busy} onClick={() => embed.mutate()}>
        {busy ? 'Generating...' : 'Generate Search Embeddings'}
      </Button>
    </Card>
  );
}

type Progress = {
  enabled: boolean;
  running: boolean;
  embedded: number;
  waiting: number;
  problem: string | null;
};

function Progress({ enabled, running, embedded, waiting, problem }: Progress) {
  const total = embedded + waiting;
  if (!enabled)
    return (
      <p className={classes.text}>
        It is off: set <code>HF_TOKEN</code> or <code>HF_ENDPOINT_URL</code> first. Search finds words
        meanwhile.
      </p>
    );
  return (
    <div className={classes.progress}>
      {running && <ProgressBar label="Embeddings" done={embedded} total={total} />}
      <p className={classes.text} role="status">
        {total === 0
          ? 'No messages are ready yet.'
          : `${messageCount(embedded)} ready, ${waiting.toLocaleString('en-US')} waiting.`}
      </p>
      {problem && <p className={classes.problem}>{problem}</p>}
    </div>
  );
}
