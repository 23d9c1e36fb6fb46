/** Media query for the window of a phone. Style sheets repeat it. */
export const PHONE = '(max-width: 47.99em)';
