export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${withCommas(count)} ${count === 1 ? one : many}`;

/**
 * Returns a whole number with commas between thousands. Intl is not used, because it would delay the first
 * screen by 15 ms.
 */
export const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const megabytesOf = (bytes: number): string => withCommas(Math.ceil(bytes / 1024 / 1024));
