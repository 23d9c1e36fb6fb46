import { Stack } from '@mantine/core';
import { useId } from 'react';
import { displayName } from '../../src/contract/people';
import { UserAvatar } from '../people/UserAvatar';
import { trpc } from '../product/trpc';
import classes from './PeopleToInvite.module.css';
import { useBoard } from './use-board';

type Props = { name: string; disabled: boolean; onPick: (userId: number) => void };

/** People with whom the person shares another board. */
export function PeopleToInvite({ name, disabled, onPick }: Props) {
  const label = useId();
  const isShared = useBoard(name)?.kind === 'shared';
  const people = trpc.boards.people.useQuery().data ?? [];
  const members = trpc.boards.members.useQuery({ name }, { enabled: isShared });
  const others = people.filter(({ id }) => !members.data?.some(({ userId }) => userId === id));
  if (others.length === 0 || (isShared && !members.data)) return null;
  return (
    <Stack gap="0.4rem" role="group" aria-labelledby={label}>
      <span id={label} className={classes.label}>
        Somebody you share a board with
      </span>
      <ul className={classes.people}>
        {others.map((person) => (
          <li key={person.id}>
            <button type="button" disabled={disabled} onClick={() => onPick(person.id)}>
              <UserAvatar person={person} size={28} />
              {displayName(person)}
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
