import { displayName } from '../../../src/contract/people';
import { UserAvatar } from '../../people/UserAvatar';
import { exactTime } from '../../ui/dates';
import classes from './BoardCard.module.css';
import type { DashboardBoard } from './shown-boards';

type Props = { board: DashboardBoard; age: string; me: number | null | undefined };

export function CardFoot({ board: { latest, lastActivity }, age, me }: Props) {
  const when = (
    <time dateTime={lastActivity} title={exactTime(lastActivity)}>
      {age}
    </time>
  );
  if (!latest) return <div className={classes.foot}>Created {when}</div>;
  const sender = {
    firstName: latest.senderFirstName,
    lastName: latest.senderLastName,
    displayName: latest.senderDisplayName,
    avatarUrl: latest.senderAvatarUrl,
  };
  return (
    <div className={classes.foot}>
      <UserAvatar person={sender} size={20} />
      <span className={classes.sender}>
        {latest.senderId === me ? 'You' : (latest.senderFirstName ?? displayName(sender))}
      </span>
      <span aria-hidden>·</span>
      {when}
    </div>
  );
}
