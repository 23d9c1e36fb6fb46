/**
 * Polling of texts on the page /phone. Times are in milliseconds. The page also polls in a background tab,
 * because it passes login codes to sign-in pages.
 */
export const TEXTS_POLL = {
  refetchInterval: 1000,
  refetchIntervalInBackground: true,
  staleTime: 500,
} as const;
