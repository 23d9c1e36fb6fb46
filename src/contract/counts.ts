/** Returns a number with its noun, such as "1 user", "1,200 users" or, with `many`, "2 people". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
