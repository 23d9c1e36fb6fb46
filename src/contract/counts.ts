/**
 * Returns a number with its noun, such as "1 user" or "1,200 users". `many` is needed if the plural is not
 * the noun with an s, such as "people".
 */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
