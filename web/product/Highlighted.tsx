import { createContext, useContext } from 'react';
import { findMatches } from '../../src/contract/matches';
import type { SearchQuery } from '../../src/contract/query';
import classes from './Highlighted.module.css';

export const SearchQueryContext = createContext<SearchQuery | null>(null);

export function Highlighted({ text }: { text: string }) {
  const query = useContext(SearchQueryContext);
  const matches = query ? findMatches(text, query) : [];
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
