/**
 * Header with the id of the user that a page was loaded for. Another user may since have signed in at another
 * tab of the browser, and their cookie must not be used for what this page sends.
 */
export const READER = 'x-reader';
