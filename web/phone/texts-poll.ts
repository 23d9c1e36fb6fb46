/**
 * Polling of texts on the page /phone. Times are in milliseconds. A background tab polls too, because it
 * passes codes to a sign-in page.
 */
export const TEXTS_POLL = {
  refetchInterval: 1000,
  refetchIntervalInBackground: true,
  staleTime: 500,
} as const;
