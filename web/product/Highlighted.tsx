import { createContext, useContext } from 'react';
import { findMatches, type SearchQuery } from '../../src/contract/search';
import classes from './Highlighted.module.css';

/** The question whose results are being shown; null where nothing was searched. */
export const SearchQueryContext = createContext<SearchQuery | null>(null);

/** A text with what was searched for marked in it. */
export function Highlighted({ text }: { text: string }) {
  const question = useContext(SearchQueryContext);
  const matches = question ? findMatches(text, question) : [];
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
