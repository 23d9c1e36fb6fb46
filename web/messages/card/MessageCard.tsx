import { lazy, memo, type ReactNode, Suspense, useContext } from 'react';
import type { Message } from '../../../src/contract/messages';
import { LinkCards } from '../../media/previews/LinkCards';
import { UserAvatar } from '../../people/UserAvatar';
import { SearchContext } from '../../product/Highlighted';
import { isKept, isPending } from '../../product/pending/change';
import { tint } from '../../product/tint';
import { exactTime, relativeTime, shortDate, useNow } from '../../ui/dates';
import './card-height'; // sets the lengths of the style sheets
import { SelectBox } from '../selection/SelectBox';
import { isPinned } from './is-pinned';
import classes from './MessageCard.module.css';
import { MessageMedia } from './MessageMedia';
import { MessageMenu } from './MessageMenu';
import { MessageWords } from './MessageWords';
import { bleeds } from './media-layout';
import { PinMark } from './PinMark';
import { Quote } from './Quote';
import { ReactionBar } from './ReactionBar';
import { ThreadLink } from './ReplyCount';
import { senderAsPerson, senderName } from './sender';
import { chipsOf, shownText } from './shown-text';
import { TagChip } from './TagChip';

const FoundInPhotos = lazy(() =>
  import('./FoundInPhotos').then(({ FoundInPhotos }) => ({ default: FoundInPhotos })),
);

const ReminderMark = lazy(() =>
  import('./ReminderMark').then(({ ReminderMark }) => ({ default: ReminderMark })),
);

type Props = {
  message: Message;
  board?: string;
  arrived?: boolean;
  reply?: ReactNode;
  children?: ReactNode;
};

/** Memoised, so that a poll without changes renders no card again. */
export const MessageCard = memo(function MessageCard({ message, board, arrived, reply, children }: Props) {
  const sender = senderName(message);
  const chips = chipsOf(message, board);
  const { kind } = shownText(message);
  const query = useContext(SearchContext)?.query ?? null;
  const kept = isKept(message);
  const pending = (isPending(message) && !kept) || undefined;
  return (
    <div
      className={message.quote ? `${classes.card} ${classes.quoted}` : classes.card}
      data-quiet={kind === 'hashtags' || undefined}
      data-arrived={arrived || undefined}
      data-pending={pending}
      aria-busy={pending}
      {...tint(board ?? message.tags[0] ?? '')}
    >
      <Quote message={message} />
      {message.media.length > 0 && (
        <div className={bleeds(message.media) ? classes.bleeding : undefined}>
          <MessageMedia message={message} />
        </div>
      )}
      <MessageWords message={message} chips={chips} />
      {query && message.media.some(({ alt, words }) => alt || words) && (
        <Suspense>
          <FoundInPhotos message={message} query={query} />
        </Suspense>
      )}
      <LinkCards content={message.content} />
      {message.remindAt !== null && (
        <Suspense>
          <ReminderMark message={message} remindAt={message.remindAt} />
        </Suspense>
      )}
      <ReactionBar message={message} />
      <div className={classes.foot}>
        <div className={classes.line}>
          <div className={classes.sender}>
            <UserAvatar person={senderAsPerson(message)} size={20} />
            <span className={classes.name} data-clip>
              {sender}
            </span>
            {isPinned(message, board) && <PinMark />}
            {kept ? (
              <span className={classes.kept}>Will be sent</span>
            ) : (
              <MessageTime iso={message.timestamp} />
            )}
          </div>
          {chips.length > 0 && (
            <ul className={classes.tags} aria-label="Tags" data-one={chips.length === 1 || undefined}>
              {chips.map((tag) => (
                <li key={tag}>
                  <TagChip tag={tag} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className={classes.reply}>
          {reply ?? (message.replies > 0 && <ThreadLink message={message} />)}
        </div>
        <div className={classes.menu}>
          <MessageMenu message={message} sender={sender} />
        </div>
      </div>
      {children}
      <SelectBox message={message} sender={sender} />
    </div>
  );
});

function MessageTime({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={exactTime(iso)} className={classes.time}>
      <span>{shortDate(iso)}</span>
      <span className={classes.age}>&nbsp;· {relativeTime(iso, now)}</span>
    </time>
  );
}
