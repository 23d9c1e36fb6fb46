import type { Message } from '../../../src/contract/messages';
import { UserAvatar } from '../../people/UserAvatar';
import { exactTime, relativeTime, shortDate, useNow } from '../../ui/dates';
import { MessageText } from '../card/MessageText';
import { RelatedMessages } from '../card/RelatedMessages';
import { senderAsPerson, senderName } from '../card/sender';

export function Caption({ message }: { message: Message | null }) {
  const now = useNow();
  if (!message) return <p role="status">This message was deleted.</p>;
  const { timestamp, content, tags } = message;
  return (
    <>
      <p className="lightbox-sender">
        <UserAvatar person={senderAsPerson(message)} size={20} />
        <strong>{senderName(message)}</strong>
        <time dateTime={timestamp} title={exactTime(timestamp)}>
          {shortDate(timestamp)} · {relativeTime(timestamp, now)}
        </time>
      </p>
      {content && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
        <section className="lightbox-text" tabIndex={0} aria-label="Text">
          <MessageText kind="text" text={content} tags={tags} chips={[]} />
        </section>
      )}
      <RelatedMessages message={message} inRow />
    </>
  );
}
