import { type ReactNode, useMemo } from 'react';
import { findMatches } from '../../src/contract/matches';
import type { SearchQuery } from '../../src/contract/query';
import { SearchContext } from './Highlighted';

/** Marks in the texts of its children what matches the query. */
export function SearchedFor({ query, children }: { query: SearchQuery; children: ReactNode }) {
  const searched = useMemo(() => ({ query, matchesIn: (text: string) => findMatches(text, query) }), [query]);
  return <SearchContext value={searched}>{children}</SearchContext>;
}
