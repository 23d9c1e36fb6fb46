import { QUERY_MAX } from '../../src/contract/limits';

/** Search parameters of the search page. `board` is the tag of the board to which the search is limited. */
export type SearchAddress = { q?: string; board?: string };

/** Reads the search parameters of the search page. Leaves out empty parameters, and cuts a long query. */
export const searchAddress = ({ q, board }: Record<string, unknown>): SearchAddress => ({
  q: toText(q)?.slice(0, QUERY_MAX),
  board: toText(board),
});

/** Returns a search parameter of the URL as a string, or undefined if it is missing or empty. */
function toText(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
