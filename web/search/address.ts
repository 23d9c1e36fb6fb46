import { QUERY_MAX } from '../../src/contract/limits';

export type SearchAddress = { q?: string; board?: string };

export const searchAddress = ({ q, board }: Record<string, unknown>): SearchAddress => ({
  q: toText(q)?.slice(0, QUERY_MAX),
  board: toText(board),
});

function toText(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
