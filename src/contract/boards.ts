import * as z from 'zod/mini';
import { withExample } from './example';
import { slug } from './hashtags';
import { BOARD_NAME_MAX, length } from './limits';
import { phoneNumber } from './phone';
import { done, doneWith, id, succeeded } from './text';

export const boardName = z.pipe(
  z.pipe(z.string('Board name is required'), z.transform(slug)),
  z.string().check(
    z.minLength(1, 'Board name is required'),
    z.refine(
      (name) => length(name) <= BOARD_NAME_MAX,
      `A board name can have at most ${BOARD_NAME_MAX} characters.`,
    ),
  ),
);

export const tagParam = z.pipe(z.string(), z.transform(slug));

export const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;

export const tagList = withExample(z.array(z.string()), ['food', 'uncategorized']);

export const tagWithCount = withExample(z.object({ tag: z.string(), count: z.int() }), {
  tag: 'food',
  count: 12,
});

export const tagInput = z.object({ tag: tagParam });

export const tagRemoval = withExample(
  z.object({ ...tagWithCount.shape, elsewhere: z.int() }),
  {
    tag: 'food',
    count: 12,
    elsewhere: 3,
  },
  'Numbers of the messages that are deleted if a tag is deleted. `count` counts all of them. `elsewhere` counts those that are also on other boards.',
);
export type TagRemoval = z.infer<typeof tagRemoval>;

export const tagRemoved = doneWith('All messages with #food have been removed.');

export const tagRestored = withExample(
  z.object({ ...done.shape, count: z.int() }),
  {
    ...succeeded('#food is back with its 12 messages.'),
    count: 12,
  },
  'The answer to a request that takes the deletion of a tag back. `count` is the number of messages that came back.',
);
export type TagRestored = z.infer<typeof tagRestored>;

const renamed = z.object({ ...done.shape, name: z.string() });
export type BoardRenamed = z.infer<typeof renamed>;

export const renamePrivateInput = withExample(z.object({ name: tagParam, newName: boardName }), {
  name: 'food',
  newName: 'Meals',
});
export const privateBoardRenamed = withExample(z.object(renamed.shape), {
  ...succeeded('The board is now #meals.'),
  name: 'meals',
});

export const convertInput = withExample(
  z.object({ name: tagParam, phoneNumber: phoneNumber('Please enter a phone number to invite') }),
  { name: 'food', phoneNumber: '(202) 555-0122' },
);
export const boardConverted = doneWith('#food is now a shared board, and the invitation has been sent.');

export const sharedBoard = withExample(
  z.object({ id: z.int(), name: z.string(), role, members: z.int() }),
  {
    id: 7,
    name: 'house',
    role: 'owner',
    members: 3,
  },
  "A shared board. `name` is the caller's own name for the board. `members` is the number of people on the board.",
);
export type SharedBoard = z.infer<typeof sharedBoard>;

export const createSharedInput = withExample(z.object({ name: boardName }), { name: 'House' });

export const boardByNameInput = z.object({ name: tagParam });
export const boardByIdInput = z.object({ boardId: id });

export const renameSharedInput = withExample(z.object({ boardId: id, newName: boardName }), {
  boardId: 7,
  newName: 'Home',
});
export const sharedBoardRenamed = withExample(z.object(renamed.shape), {
  ...succeeded('The board is now #home.'),
  name: 'home',
});

export const boardDeleted = doneWith(
  'The board is deleted. Its messages stay with the people who sent them.',
);

const names = {
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
};

export const member = withExample(
  z.object({
    id: z.int(),
    userId: z.int(),
    role,
    user: z.object({ ...names, phoneNumber: z.string() }),
  }),
  {
    id: 1,
    userId: 1,
    role: 'owner',
    user: {
      firstName: 'Ann',
      lastName: 'Lee',
      displayName: 'Ann Lee',
      phoneNumber: '+1 ••• ••• 0111',
      avatarUrl: null,
    },
  },
  "A member of a shared board. The phone number is masked unless the reader is that member or the board's owner.",
);
export type Member = z.infer<typeof member>;

export const person = withExample(
  z.object({ id: z.int(), ...names }),
  { id: 2, firstName: 'Bob', lastName: 'Ray', displayName: 'Bob Ray', avatarUrl: null },
  'Somebody who is on a shared board with the reader.',
);
export type Person = z.infer<typeof person>;

export const inviteInput = withExample(
  z.object({ name: tagParam, phoneNumber: phoneNumber('Phone number is required') }),
  { name: 'house', phoneNumber: '(202) 555-0122' },
);
export const memberInvited = doneWith('Successfully invited user to #house');

export const removeMemberInput = z.object({ boardId: id, userId: id });
export const memberRemoved = doneWith('The member is no longer on the board.');
