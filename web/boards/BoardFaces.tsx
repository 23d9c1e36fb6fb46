import { Avatar } from '@mantine/core';
import { displayName } from '../../src/contract/people';
import { UserAvatar } from '../people/UserAvatar';
import { trpc } from '../product/trpc';

const SHOWN = 5;

export function BoardFaces({ name }: { name: string }) {
  const members = trpc.boards.members.useQuery({ name }).data ?? [];
  const names = members.map(({ user }) => displayName(user)).join(', ');
  const more = members.length - SHOWN;
  if (members.length === 0) return null;
  return (
    <Avatar.Group spacing={6} role="img" aria-label={`On this board: ${names}`} title={names}>
      {members.slice(0, SHOWN).map(({ userId, user }) => (
        <UserAvatar key={userId} person={user} size={24} />
      ))}
      {more > 0 && <Avatar size={24}>+{more}</Avatar>}
    </Avatar.Group>
  );
}
