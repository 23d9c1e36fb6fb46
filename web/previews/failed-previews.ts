import { previewLifeMs } from '../../src/contract/limits';
import type { Movie, Preview } from '../../src/contract/previews';
import { queryClient } from '../product/query-client';

const KEPT = 'tagline:no-previews';
const KEPT_MAX = 200;

/** Links and films that were found to show nothing, by the keys of their queries; `at` is in milliseconds. */
type Failure = { key: readonly unknown[]; answer: Preview | Movie; at: number };

/** What is known to show nothing shows nothing from the first on this tab's next page, too, and is not asked again. */
export function persistFailedPreviews() {
  const kept: Failure[] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
  for (const { key, answer, at } of kept)
    if (Date.now() - at < previewLifeMs(answer)) queryClient.setQueryData(key, answer, { updatedAt: at });
  addEventListener('pagehide', () => {
    sessionStorage.setItem(KEPT, JSON.stringify(failures().slice(-KEPT_MAX)));
  });
}

function failures(): Failure[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [['previews']] })
    .flatMap(({ queryKey: key, state: { data, dataUpdatedAt: at } }) => {
      const answer = data as Failure['answer'] | undefined;
      return answer && (answer.skip || answer.error) ? [{ key, answer, at }] : [];
    });
}
