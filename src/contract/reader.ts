/**
 * Name of a header with the id of the user for whom a page was loaded. Since then, another user may have
 * signed in in another tab. Requests of this page must not use that user's cookie.
 */
export const READER = 'x-reader';
