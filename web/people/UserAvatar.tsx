import { Avatar } from '@mantine/core';
import { displayName, initials } from '../../src/contract/people';
import { tint } from '../product/tint';
import classes from './UserAvatar.module.css';

type Person = {
  firstName: string | null;
  lastName: string | null;
  displayName?: string | null;
  avatarUrl?: string | null;
};

/** Picture or initials of a person. Hidden from screen readers, because the name is shown beside it. */
export function UserAvatar({ person, size = 36 }: { person: Person; size?: number }) {
  const { style, ...tinted } = tint(displayName(person));
  return (
    <Avatar
      src={person.avatarUrl || null}
      size={size}
      alt=""
      aria-hidden
      classNames={{ placeholder: classes.initials }}
      style={style}
      {...tinted}
    >
      {initials(person)}
    </Avatar>
  );
}
