/**
 * If another user has signed in since then in another tab, requests of this page must not act for that user.
 */
export const READER = 'x-reader';
