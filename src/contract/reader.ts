/**
 * The header by which a page says whose it is, by the user's id. The cookie is the browser's: since the page was loaded
 * somebody else may have signed in at another tab, and what is done here must not be done in their name.
 */
export const READER = 'x-reader';
