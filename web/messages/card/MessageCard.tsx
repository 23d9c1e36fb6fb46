import { memo } from 'react';
import type { Message } from '../../../src/contract/messages';
import { estimateCardsHeight } from '../../previews/card-heights';
import { LinkCards } from '../../previews/LinkCards';
import { exactTime, relativeTime, shortDate, useNow } from '../../ui/dates';
import { UserAvatar } from '../../users/UserAvatar';
import classes from './MessageCard.module.css';
import { MessageMedia } from './MessageMedia';
import { MessageMenu } from './MessageMenu';
import { isLong, MessageText } from './MessageText';
import { mediaHeight } from './media-layout';
import { senderAsPerson, senderName } from './sender';
import { TagChip } from './TagChip';

/** A message in a list. Memoised, so that a poll without changes renders no card again. */
export const MessageCard = memo(function MessageCard({ message }: { message: Message }) {
  const sender = senderName(message);
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <UserAvatar person={senderAsPerson(message)} size={36} />
        <div className={classes.who}>
          <strong id={`message-${message.id}`}>{sender}</strong>
          <MessageTime iso={message.timestamp} />
        </div>
        <MessageMenu message={message} sender={sender} />
      </div>
      {message.content && <MessageText content={message.content} tags={message.tags} />}
      <MessageMedia media={message.media} sender={sender} />
      <LinkCards content={message.content} />
      {message.tags.length > 0 && (
        <ul className={classes.tags} aria-label="Tags">
          {message.tags.map((tag) => (
            <li key={tag}>
              <TagChip tag={tag} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

function MessageTime({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {shortDate(iso)}
      <span className={classes.age}> · {relativeTime(iso, now)}</span>
    </time>
  );
}

/**
 * Estimates the height of a card in pixels before it is drawn, from its text, media, link cards and tags.
 * `width` is the width of the card in pixels.
 */
export function estimateCardHeight({ content, media, tags }: Message, width: number): number {
  const inner = width - 34;
  const perLine = Math.max(16, inner / 7.6);
  const lines = isLong(content)
    ? 13
    : content.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  const heightOfMedia = mediaHeight(media, inner);
  return (
    86 +
    (content ? lines * 24 + 12 : 0) +
    (heightOfMedia && heightOfMedia + 12) +
    estimateCardsHeight(content, inner) +
    (tags.length ? 38 : 0)
  );
}
