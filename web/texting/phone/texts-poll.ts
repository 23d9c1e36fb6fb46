/** Polls also in a background tab, because the page passes login codes to sign-in pages. */
export const TEXTS_POLL = {
  refetchInterval: 1000,
  refetchIntervalInBackground: true,
  staleTime: 500,
} as const;
