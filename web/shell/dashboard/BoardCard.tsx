import { memo } from 'react';
import { countOf } from '../../../src/contract/counts';
import { displayName } from '../../../src/contract/people';
import { PinButton } from '../../boards/PinButton';
import { UnreadDot } from '../../boards/UnreadDot';
import { senderAsPerson } from '../../messages/card/sender';
import { UserAvatar } from '../../people/UserAvatar';
import { boardLink } from '../../product/board-link';
import { tint } from '../../product/tint';
import { exactTime } from '../../ui/dates';
import { Link } from '../../ui/router';
import { BoardTile } from '../BoardTile';
import classes from './BoardCard.module.css';
import { CardContent } from './CardContent';
import type { DashboardBoard } from './shown-boards';

type Props = { board: DashboardBoard; age: string; me: number | null | undefined };

export const BoardCard = memo(function BoardCard({ board, age, me }: Props) {
  const { kind, name, count, pinned, unread } = board;
  return (
    <li className={classes.card} data-photos={board.latest?.photos.length ? true : undefined} {...tint(name)}>
      <div className={classes.head}>
        <BoardTile board={board} large />
        <div className={classes.titles}>
          <Link {...boardLink(board)} className={classes.name}>
            <span title={name} data-clip>
              {kind === 'private' ? `#${name}` : name}
            </span>
            <UnreadDot unread={unread} />
          </Link>
          <p className={classes.kind} data-clip>
            <span>{labelOf(board)}</span> <span aria-hidden>·</span> <span>{countOf(count, 'message')}</span>
          </p>
        </div>
        <PinButton name={name} pinned={pinned} />
      </div>
      <CardContent board={board} />
      <CardFoot board={board} age={age} me={me} />
    </li>
  );
});

function labelOf(board: DashboardBoard) {
  if (board.kind === 'private') return 'Private Board';
  return board.role === 'owner' ? 'Shared Board (Owner)' : 'Shared Board';
}

function CardFoot({ board: { latest, lastActivity }, age, me }: Props) {
  const when = (
    <time dateTime={lastActivity} title={exactTime(lastActivity)}>
      {age}
    </time>
  );
  if (!latest) return <div className={classes.foot}>Created {when}</div>;
  const sender = senderAsPerson(latest);
  return (
    <div className={classes.foot}>
      <UserAvatar person={sender} size={20} />
      <span data-clip>
        {latest.senderId === me ? 'You' : (latest.senderFirstName ?? displayName(sender))}
      </span>
      <span aria-hidden>·</span>
      {when}
    </div>
  );
}
