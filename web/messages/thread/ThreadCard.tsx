import { lazy, memo, Suspense, useCallback, useRef, useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { isPending } from '../../product/pending/change';
import { MessageCard } from '../card/MessageCard';
import { ReplyCount } from '../card/ReplyCount';
import { hasReplyDraft } from './reply-draft';
import './thread-height'; // sets the lengths of the style sheet
import classes from './Thread.module.css';
import { ThreadReplies } from './ThreadReplies';

const ReplyForm = lazy(() => import('./ReplyForm').then((module) => ({ default: module.ReplyForm })));

type Props = {
  message: Message;
  replies?: readonly Message[];
  newReplies?: number;
  board?: string;
  arrived?: boolean;
  whole?: boolean;
  named?: number;
};

const NONE: readonly Message[] = [];

/** Memoised, so that a poll without changes renders no card again. */
export const ThreadCard = memo(function ThreadCard({
  message,
  replies = NONE,
  newReplies = 0,
  board,
  arrived,
  whole = false,
  named,
}: Props) {
  const [form, setForm] = useState(whole || hasReplyDraft(message.id) ? 'there' : 'closed');
  const isAnswering = form !== 'closed';
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setForm('closed');
    button.current?.focus();
  }, []);
  return (
    <MessageCard
      message={message}
      board={board}
      arrived={arrived}
      reply={
        <ReplyCount
          ref={button}
          message={message}
          count={replies.length}
          newCount={newReplies}
          expanded={isAnswering}
          disabled={isPending(message)}
          onClick={whole ? undefined : () => (isAnswering ? close() : setForm('opened'))}
        />
      }
    >
      {(replies.length > 0 || isAnswering) && (
        <div className={classes.thread}>
          {replies.length > 0 && (
            <ThreadReplies message={message} replies={replies} whole={whole} named={named} />
          )}
          {isAnswering && (
            <Suspense fallback={<div className={classes.formPlace} />}>
              <ReplyForm message={message} focused={form === 'opened'} onClose={whole ? undefined : close} />
            </Suspense>
          )}
        </div>
      )}
    </MessageCard>
  );
});
