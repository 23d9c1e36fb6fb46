import { previewLifeMs } from '../../../src/contract/limits';
import type { Movie, Preview } from '../../../src/contract/previews';
import { queryClient } from '../../product/query-client';
import { readStored } from '../../ui/storage';
import { pictureKind } from './picture-kind';

const STORAGE_KEY = 'tagline:no-previews';
const STORED_MAX = 200;

type StoredPreview = { key: readonly unknown[]; answer: Preview | Movie; at: number };

/** Otherwise a higher placeholder would show first after a reload, and the messages below would move. */
export function persistSmallPreviews() {
  const stored = readStored<StoredPreview[]>(STORAGE_KEY, [], sessionStorage);
  for (const { key, answer, at } of stored)
    if (Math.abs(Date.now() - at) < previewLifeMs(answer))
      queryClient.setQueryData(key, answer, { updatedAt: at });
  addEventListener('pagehide', () => {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(smallPreviews().slice(-STORED_MAX)));
  });
}

/** The query and the fragment of a URL can contain secrets. */
export function logFailedPreviews(): () => void {
  const logged = new Set<string>();
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isPreview(query.queryKey) || logged.has(query.queryHash)) return;
    const answer = query.state.data as StoredPreview['answer'] | undefined;
    if (!query.state.error && !answer?.error) return;
    logged.add(query.queryHash);
    const reason = query.state.error?.message ?? 'it could not be fetched';
    console.warn(`No preview of ${subjectOf(query.queryKey)}: ${reason}`);
  });
}

const isPreview = ([path]: readonly unknown[]) => Array.isArray(path) && path[0] === 'previews';

function subjectOf([, options]: readonly unknown[]): string {
  const { url, imdbId } = (options as { input: { url?: string; imdbId?: string } }).input;
  return url === undefined ? `${imdbId}` : url.replace(/[?#].*/s, '');
}

function smallPreviews(): StoredPreview[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [['previews']] })
    .flatMap(({ queryKey: key, state: { data, dataUpdatedAt: at } }) => {
      const answer = data as StoredPreview['answer'] | undefined;
      return answer && isSmall(answer) ? [{ key, answer, at }] : [];
    });
}

function isSmall(answer: StoredPreview['answer']): boolean {
  if (answer.skip || answer.error) return true;
  return 'image' in answer ? pictureKind(answer) !== 'large' : answer.posterUrl === null;
}
