import { Fragment, type ReactNode, useContext, useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { useFirstCardState } from '../../media/previews/use-preview';
import { Highlighted, SearchContext, type Searched } from '../../product/Highlighted';
import { Link } from '../../ui/router';
import classes from './MessageText.module.css';
import { textBlocks } from './markdown';
import type { ShownText } from './shown-text';
import { Tap } from './Tap';
import { type TextPart, textParts } from './text-parts';
import { useTaps } from './use-taps';

export const isLong = (content: string) => content.length > 700 || content.split('\n').length > 14;

export const FOLDED_LINES = 12;
/** Surely visible even in the narrowest column. */
const LINES_SHOWN = 10;
const CHARACTERS_SHOWN = 250;

function matchesOnlyBelowFold(content: string, { matchesIn }: Searched): boolean {
  const shown = content.split('\n', LINES_SHOWN).join('\n').slice(0, CHARACTERS_SHOWN);
  return matchesIn(shown).length === 0 && matchesIn(content).length > 0;
}

type Props = ShownText & {
  tags: readonly string[];
  chips: readonly string[];
  /** Without it, nothing in the text can be tapped but links. */
  message?: Message;
};

export function MessageText({ kind, ...props }: Props) {
  switch (kind) {
    case 'none':
      return null;
    case 'hashtags':
      return <p className={classes.onlyHashtag}>Only a hashtag</p>;
    case 'emoji':
      return <p className={`${classes.text} ${classes.emoji}`}>{props.text}</p>;
    case 'link':
      return <LinkOnly {...props} />;
    case 'text':
      return <FoldedText {...props} />;
  }
}

type TextProps = Omit<Props, 'kind'>;

function LinkOnly(props: TextProps) {
  const hasCard = useFirstCardState(props.text) !== 'none';
  return hasCard ? <p className={classes.hiddenLink}>{props.text}</p> : <FoldedText {...props} />;
}

function FoldedText({ text, tags, chips, message }: TextProps) {
  const searched = useContext(SearchContext);
  const tapsIn = useTaps(message?.timestamp);
  const long = isLong(text);
  const [open, setOpen] = useState(() => long && searched !== null && matchesOnlyBelowFold(text, searched));
  const folded = long && !open;
  const reachable = new Set(chips); // each hashtag has one Tab stop: its chip, or else its first link
  return (
    <>
      <p
        className={classes.text}
        data-folded={folded || undefined}
        style={{ WebkitLineClamp: folded ? FOLDED_LINES : undefined }}
        dir="auto"
      >
        {textBlocks(text).map(({ kind, text, mark }, at) => {
          const key = `${kind} ${at}`;
          if (kind === 'code')
            return (
              <code key={key} className={classes.block}>
                {text}
              </code>
            );
          const parts = (
            <Parts parts={textParts(text, tags, tapsIn(text))} reachable={reachable} message={message} />
          );
          if (kind === 'text') return <Fragment key={key}>{parts}</Fragment>;
          return (
            <span key={key} className={classes.item}>
              <span className={classes.mark}>{/\d/.test(mark) ? mark : '•'} </span>
              {parts}
            </span>
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

type PartsProps = { parts: readonly TextPart[]; reachable: Set<string>; message?: Message };

export function Parts({ parts, reachable, message }: PartsProps): ReactNode {
  return parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return (
          <Fragment key={part.at}>
            <Highlighted text={part.text} />
          </Fragment>
        );
      case 'tap':
        return message && <Tap key={part.at} tap={part.tap} message={message} />;
      case 'bold':
        return (
          <strong key={part.at}>
            <Parts parts={part.parts} reachable={reachable} message={message} />
          </strong>
        );
      case 'code':
        return (
          <code key={part.at} className={classes.code}>
            <Highlighted text={part.text} />
          </code>
        );
      case 'tag': {
        const again = reachable.has(part.tag);
        reachable.add(part.tag);
        return (
          <Link
            key={part.at}
            to="/tag/$tag"
            params={{ tag: part.tag }}
            className={classes.tag}
            tabIndex={again ? -1 : undefined}
          >
            {part.text}
          </Link>
        );
      }
    }
    return (
      <a key={part.at} href={part.href} title={part.href} target="_blank" rel="noopener noreferrer nofollow">
        <Highlighted text={part.text} />
      </a>
    );
  });
}
