/**
 * Returns a number followed by its noun, such as "1 user" or "1,200 users". `many` is the plural. It is
 * needed if the plural is not the noun with an s, as for "people".
 */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${withCommas(count)} ${count === 1 ? one : many}`;

/**
 * Returns a whole number with commas between thousands. Intl is not used, because it would delay the first
 * screen by 15 ms.
 */
const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
