import { Link } from '@tanstack/react-router';
import { Fragment, useContext, useState } from 'react';
import { findMatches } from '../../../src/contract/matches';
import type { SearchQuery } from '../../../src/contract/query';
import { Highlighted, SearchQueryContext } from '../../product/Highlighted';
import classes from './MessageText.module.css';
import { textParts } from './text-parts';

/** A longer text is folded, so that one message does not fill a column. */
export const isLong = (content: string) => content.length > 700 || content.split('\n').length > 14;

/** Of a folded text so much shows in any column. */
const LINES_SHOWN = 10;
const CHARACTERS_SHOWN = 250;

/** Whether only what folding would hide shows why a text was found. */
function isBelowFold(content: string, question: SearchQuery): boolean {
  const shown = content.split('\n', LINES_SHOWN).join('\n').slice(0, CHARACTERS_SHOWN);
  return findMatches(shown, question).length === 0 && findMatches(content, question).length > 0;
}

export function MessageText({ content, tags }: { content: string; tags: readonly string[] }) {
  const question = useContext(SearchQueryContext);
  const long = isLong(content);
  const [open, setOpen] = useState(() => long && question !== null && isBelowFold(content, question));
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
