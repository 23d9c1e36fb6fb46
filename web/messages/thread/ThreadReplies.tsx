import { useEffect, useRef, useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import type { Message } from '../../../src/contract/messages';
import { firstIdOf } from '../../product/pending/pending';
import { senderName } from '../card/sender';
import { Reply } from './Reply';
import classes from './Thread.module.css';
import { showMore, showMoreLabel, shownCount } from './thread-size';

type Props = { message: Message; replies: readonly Message[]; whole: boolean; named?: number };

export function ThreadReplies({ message, replies, whole, named }: Props) {
  const total = replies.length;
  const [, setShown] = useState(0);
  const [firstOfMore, setFirstOfMore] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const count = whole ? total : shownCount(message.id, total);
  const focusId = named ?? firstOfMore;

  // moves the focus to a reply, because the button that had the focus is gone or has moved
  useEffect(() => {
    if (focusId === undefined) return;
    const reply = list.current?.querySelector<HTMLElement>(`[data-reply="${focusId}"]`);
    reply?.focus({ preventScroll: named === undefined });
    if (named !== undefined) reply?.scrollIntoView({ block: 'center' });
  }, [focusId, named]);

  return (
    <>
      {count < total && (
        <button
          type="button"
          className={classes.more}
          onClick={() => {
            const next = showMore(message.id, total);
            setShown(next);
            setFirstOfMore(replies[total - next]!.id);
          }}
        >
          {showMoreLabel(total - count, total)}
        </button>
      )}
      <ol
        ref={list}
        className={classes.replies}
        aria-label={`${countOf(total, 'reply', 'replies')} to ${senderName(message)}`}
      >
        {replies.slice(total - count).map((reply) => (
          <Reply key={firstIdOf(reply.id)} reply={reply} cardId={message.id} named={reply.id === named} />
        ))}
      </ol>
    </>
  );
}
