/**
 * Polling of texts on the page /phone. Times are in milliseconds. The page polls also in a background tab,
 * because it passes codes to sign-in pages.
 */
export const TEXTS_POLL = {
  refetchInterval: 1000,
  refetchIntervalInBackground: true,
  staleTime: 500,
} as const;
