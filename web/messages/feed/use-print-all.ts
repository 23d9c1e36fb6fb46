import { useEffect, useEffectEvent, useState } from 'react';

type Pages = { hasNextPage: boolean; isFetching: boolean; error: unknown; fetchNextPage: () => unknown };

/**
 * Ctrl P or ⌘ P loads all pages before it prints. It cannot wait for `beforeprint`: Chromium hangs in a synchronous
 * request there.
 */
export function usePrintAll({ hasNextPage, isFetching, error, fetchNextPage }: Pages): void {
  const [isWanted, setIsWanted] = useState(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!hasNextPage || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return;
    event.preventDefault();
    setIsWanted(true);
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const goOn = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (!isWanted || isFetching) return;
    if (hasNextPage && !error) return goOn();
    setIsWanted(false);
    setTimeout(print); // once React has drawn the last page
  }, [isWanted, isFetching, hasNextPage, error]);
}
