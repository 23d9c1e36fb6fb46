import { memo } from 'react';
import type { Message } from '../../../src/contract/messages';
import { UserAvatar } from '../../people/UserAvatar';
import { isPending } from '../../product/pending/change';
import { exactTime, relativeTime, useNow } from '../../ui/dates';
import { MessageMedia } from '../card/MessageMedia';
import { MessageMenu } from '../card/MessageMenu';
import { MessageWords } from '../card/MessageWords';
import { ReactionBar } from '../card/ReactionBar';
import { senderAsPerson, senderName } from '../card/sender';
import classes from './Thread.module.css';

type Props = { reply: Message; cardId: number; named: boolean };

const NONE: string[] = [];

export const Reply = memo(function Reply({ reply, cardId, named }: Props) {
  const sender = senderName(reply);
  const now = useNow();
  return (
    <li
      data-reply={reply.id}
      data-named={named || undefined}
      data-pending={isPending(reply) || undefined}
      aria-busy={isPending(reply) || undefined}
      tabIndex={-1}
      className={classes.reply}
    >
      <div className={classes.who}>
        <UserAvatar person={senderAsPerson(reply)} size={20} />
        <span className={classes.name} data-clip>
          {sender}
        </span>
        {reply.quote && reply.replyTo !== cardId && <span data-clip>to {reply.quote.senderDisplayName}</span>}
        <time dateTime={reply.timestamp} title={exactTime(reply.timestamp)} className={classes.time}>
          {relativeTime(reply.timestamp, now)}
        </time>
        <div className={classes.menu}>
          <MessageMenu message={reply} sender={sender} />
        </div>
      </div>
      {/* shows the address of a link, because a reply has no link cards */}
      <MessageWords message={reply} chips={NONE} spellsLinks />
      <MessageMedia message={reply} />
      <ReactionBar message={reply} />
    </li>
  );
});
