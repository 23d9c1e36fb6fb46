import { createContext, useContext } from 'react';
import type { Match } from '../../src/contract/matches';
import type { SearchQuery } from '../../src/contract/query';
import classes from './Highlighted.module.css';

/** `matchesIn` comes with the query, so that pages without a search load no code for it. */
export type Searched = { query: SearchQuery; matchesIn(text: string): Match[] };

export const SearchContext = createContext<Searched | null>(null);

export function Highlighted({ text }: { text: string }) {
  const matches = useContext(SearchContext)?.matchesIn(text) ?? [];
  if (matches.length === 0) return text;
  return (
    <>
      {matches.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(matches[at - 1]?.end ?? 0, start)}
          <mark className={classes.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(matches.at(-1)!.end)}
    </>
  );
}
