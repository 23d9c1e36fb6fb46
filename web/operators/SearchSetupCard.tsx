import { Button, Stack } from '@mantine/core';
import { countOf, withCommas } from '../../src/contract/counts';
import type { EmbeddingProgress } from '../../src/contract/search';
import { trpc } from '../product/trpc';
import { ProgressBar } from '../ui/ProgressBar';
import { toast, toastError } from '../ui/toast';
import { Card } from './Card';
import classes from './Card.module.css';
import { toastAdminError } from './toast-admin-error';

const POLL_MS = 2_000;
const FAILED = 'Embedding generation failed';

export function SearchSetupCard() {
  const progress = trpc.search.embedding.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  });
  const embed = trpc.search.embed.useMutation({
    onSuccess({ processed, errors, message }) {
      const counts = `${withCommas(processed)} processed, ${countOf(errors, 'error')}.`;
      if (processed === 0 && errors > 0) toastError(message, FAILED);
      else toast({ title: 'Embeddings generated', description: `${counts} ${message}` });
    },
    onError: (error) => toastAdminError(error, FAILED, 'Failed to generate embeddings'),
  });
  const busy = embed.isPending || progress.data?.running;
  return (
    <Card
      title="Search Feature Setup"
      note="Lets search find what is meant, beside the words. Messages become ready by themselves; the button makes those that are missing, for example after a failure. It may take a few minutes, depending on how many messages there are, and needs to run only once."
    >
      {progress.data && <Progress {...progress.data} />}
      <Button disabled={busy} onClick={() => embed.mutate()}>
        {busy ? 'Generating...' : 'Generate Search Embeddings'}
      </Button>
    </Card>
  );
}

function Progress(progress: EmbeddingProgress) {
  const { enabled, model, answeredBy, running, embedded, leftToWords, waiting, problem } = progress;
  const done = embedded + leftToWords;
  if (!enabled)
    return (
      <p className={classes.text}>
        It is switched off by the setting <code>EMBEDDINGS</code>. Search finds words meanwhile.
      </p>
    );
  return (
    <Stack gap="0.5rem" mb="0.9rem">
      {running && waiting > 0 && <ProgressBar label="Embeddings" done={done} total={done + waiting} />}
      <p className={classes.text} role="status">
        {done + waiting === 0
          ? 'No messages are ready yet.'
          : `${countOf(embedded, 'message')} ready, ${withCommas(waiting)} waiting.`}
        {leftToWords > 0 &&
          ` ${countOf(leftToWords, 'message')} in other languages or without text, found by words.`}
      </p>
      {model && (
        <p className={classes.text}>
          {answeredBy === model
            ? `Meaning comes from ${model}.`
            : `Meaning comes from ${answeredBy} until ${model} is ready.`}
        </p>
      )}
      {problem && (
        <p className={classes.text} data-problem>
          {problem}
        </p>
      )}
    </Stack>
  );
}
