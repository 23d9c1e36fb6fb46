/** As they are compared: `St. Louis`, `Saint Louis` and `st louis` are one. */
export const comparable = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}/]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim();
