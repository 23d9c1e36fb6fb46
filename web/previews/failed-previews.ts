import { previewLifeMs } from '../../src/contract/limits';
import type { Movie, Preview } from '../../src/contract/previews';
import { queryClient } from '../product/query-client';

const STORAGE_KEY = 'tagline:no-previews';
const STORED_MAX = 200;

/** The answer for a link or film without a preview, with its query key and its time in milliseconds. */
type FailedPreview = { key: readonly unknown[]; answer: Preview | Movie; at: number };

/**
 * Keeps up to 200 failed previews when this tab is reloaded. Otherwise a link without a preview would first
 * show a placeholder, and the messages below would move when the placeholder goes.
 */
export function persistFailedPreviews() {
  const stored: FailedPreview[] = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
  for (const { key, answer, at } of stored)
    if (Math.abs(Date.now() - at) < previewLifeMs(answer))
      queryClient.setQueryData(key, answer, { updatedAt: at });
  addEventListener('pagehide', () => {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(failedPreviews().slice(-STORED_MAX)));
  });
}

function failedPreviews(): FailedPreview[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [['previews']] })
    .flatMap(({ queryKey: key, state: { data, dataUpdatedAt: at } }) => {
      const answer = data as FailedPreview['answer'] | undefined;
      return answer && (answer.skip || answer.error) ? [{ key, answer, at }] : [];
    });
}
