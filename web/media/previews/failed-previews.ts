import { previewLifeMs } from '../../../src/contract/limits';
import type { Movie, Preview } from '../../../src/contract/previews';
import { queryClient } from '../../product/query-client';
import { readStored } from '../../ui/storage';
import { pictureKind } from './picture-kind';

const STORAGE_KEY = 'tagline:no-previews';
const STORED_MAX = 200;

/** An answer about a link or film, with its query key and its time in milliseconds. */
type StoredPreview = { key: readonly unknown[]; answer: Preview | Movie; at: number };

/**
 * Keeps up to 200 recent answers about links and films for reloads of this tab: the answers without a preview
 * or without a large picture. Otherwise a higher placeholder would show first after a reload, and the
 * messages below would move when that placeholder disappears.
 */
export function persistSmallPreviews() {
  const stored = readStored<StoredPreview[]>(STORAGE_KEY, [], sessionStorage);
  for (const { key, answer, at } of stored)
    if (Math.abs(Date.now() - at) < previewLifeMs(answer))
      queryClient.setQueryData(key, answer, { updatedAt: at });
  addEventListener('pagehide', () => {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(smallPreviews().slice(-STORED_MAX)));
  });
}

/**
 * Writes a line to the browser's console for each link and film whose preview fails. Leaves out the query and
 * the fragment of the link's URL, because they can contain secrets. Returns a function that stops this.
 */
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

/** Returns what a preview is about: the URL of a link without its query and fragment, or the id of a film. */
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
