import { displayName, formatPhone, hasSkippedSetup } from '../../src/contract/people';
import { UserAvatar } from '../people/UserAvatar';
import { trpc } from '../product/trpc';
import { Link } from '../ui/router';
import classes from './ProfileLink.module.css';

const UNKNOWN = {
  id: 0,
  pictureUrl: null,
  firstName: null,
  lastName: null,
  displayName: null,
  phoneNumber: '',
};

export function ProfileLink({ onNavigate }: { onNavigate?: () => void }) {
  const profile = trpc.users.profile.useQuery().data ?? UNKNOWN;
  return (
    <Link to="/profile" className={classes.me} onClick={onNavigate}>
      <UserAvatar person={{ ...profile, avatarUrl: profile.pictureUrl }} size={28} />
      <strong data-clip title={formatPhone(profile.phoneNumber)}>
        {hasSkippedSetup(profile) ? 'Add your name' : displayName(profile)}
      </strong>
    </Link>
  );
}
