import { Link } from '@tanstack/react-router';
import { Fragment, useContext, useState } from 'react';
import { findMatches } from '../../../src/contract/matches';
import type { SearchQuery } from '../../../src/contract/query';
import { Highlighted, SearchQueryContext } from '../../product/Highlighted';
import classes from './MessageText.module.css';
import { textParts } from './text-parts';

/** Returns true if a message is too long to be shown whole on a card. */
export const isLong = (content: string) => content.length > 700 || content.split('\n').length > 14;

/**
 * Lines and characters of a folded message that are visible in every column width. CSS cuts a folded message
 * after twelve lines.
 */
const LINES_SHOWN = 10;
const CHARACTERS_SHOWN = 250;

/** Returns true if a search has matches, all of them in the part that folding hides. */
function matchesOnlyBelowFold(content: string, query: SearchQuery): boolean {
  const shown = content.split('\n', LINES_SHOWN).join('\n').slice(0, CHARACTERS_SHOWN);
  return findMatches(shown, query).length === 0 && findMatches(content, query).length > 0;
}

/** The content of a message, with links and hashtags. A long message is folded and has a button to unfold it. */
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
