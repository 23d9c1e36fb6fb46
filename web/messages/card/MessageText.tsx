import { Link } from '@tanstack/react-router';
import { Fragment, useContext, useState } from 'react';
import { findMatches } from '../../../src/contract/matches';
import type { SearchQuery } from '../../../src/contract/query';
import { Highlighted, SearchQueryContext } from '../../product/Highlighted';
import classes from './MessageText.module.css';
import { textParts } from './text-parts';

/** Returns true if a message is so long that its card folds it at first. */
export const isLong = (content: string) => content.length > 700 || content.split('\n').length > 14;

/**
 * Number of lines and characters of a folded message that are visible even in the narrowest column. CSS cuts
 * a folded message after twelve lines.
 */
const LINES_SHOWN = 10;
const CHARACTERS_SHOWN = 250;

/** Returns true if the content matches the search, but only in the part that is hidden while folded. */
function matchesOnlyBelowFold(content: string, query: SearchQuery): boolean {
  const shown = content.split('\n', LINES_SHOWN).join('\n').slice(0, CHARACTERS_SHOWN);
  return findMatches(shown, query).length === 0 && findMatches(content, query).length > 0;
}

/**
 * The content of a message, with links and hashtags. A long message has a button that folds and unfolds it.
 * It is folded at first, unless only the hidden part matches the search.
 */
export function MessageText({ content, tags }: { content: string; tags: readonly string[] }) {
  const query = useContext(SearchQueryContext);
  const long = isLong(content);
  const [open, setOpen] = useState(() => long && query !== null && matchesOnlyBelowFold(content, query));
  return (
    <>
      <p className={classes.text} data-folded={(long && !open) || undefined} dir="auto">
        {textParts(content, tags).map((part) => {
          if (part.kind === 'text')
            return (
              <Fragment key={part.at}>
                <Highlighted text={part.text} />
              </Fragment>
            );
          if (part.kind === 'tag')
            return (
              <Link key={part.at} to="/tag/$tag" params={{ tag: part.tag }} className={classes.tag}>
                {part.text}
              </Link>
            );
          return (
            <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
              <Highlighted text={part.text} />
            </a>
          );
        })}
      </p>
      {long && (
        <button type="button" className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
