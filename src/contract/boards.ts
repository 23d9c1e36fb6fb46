import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { slug } from './hashtags';
import { BOARD_NAME_MAX, length } from './limits';
import { phoneNumber } from './phone';
import { doneWith, id } from './text';
import { personName } from './users';

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

export const tagWithCount = objectOf({
  tag: sample(z.string(), 'food'),
  count: sample(z.int(), 12),
});

export const tagInput = z.object({ tag: tagParam });

export const tagRemoval = objectOf(
  {
    ...tagWithCount.shape,
    elsewhere: sample(z.int(), 3),
  },
  'Numbers of the messages that are deleted if a tag is deleted. `count` counts all of them. `elsewhere` counts those that are also on other boards.',
);
export type TagRemoval = z.infer<typeof tagRemoval>;

export const tagRemoved = doneWith('All messages with #food have been removed.');

export const tagRestored = objectOf(
  {
    ...doneWith('#food is back with its 12 messages.').shape,
    count: sample(z.int(), 12),
  },
  'The answer to a request that takes the deletion of a tag back. `count` is the number of messages that came back.',
);
export type TagRestored = z.infer<typeof tagRestored>;

export const renamePrivateInput = objectOf({
  name: sample(tagParam, 'food'),
  newName: sample(boardName, 'Meals'),
});
export const privateBoardRenamed = objectOf({
  ...doneWith('The board is now #meals.').shape,
  name: sample(z.string(), 'meals'),
});
export type BoardRenamed = z.infer<typeof privateBoardRenamed>;

/* @__NO_SIDE_EFFECTS__ */
const invitation = (missing: string) =>
  z
    .object({ name: tagParam, phoneNumber: z.optional(phoneNumber(missing)), userId: z.optional(id) })
    .check(z.refine((input) => input.phoneNumber !== undefined || input.userId !== undefined, missing));
const INVITED_BY_ID =
  '`userId` may stand for `phoneNumber`, for somebody who shares a board with the caller.';

export const convertInput = withExample(
  invitation('Please enter a phone number to invite'),
  { name: 'food', phoneNumber: '(202) 555-0122' },
  INVITED_BY_ID,
);
export const boardConverted = doneWith('#food is now a shared board, and the invitation has been sent.');

export const sharedBoard = objectOf(
  {
    id: sample(z.int(), 7),
    name: sample(z.string(), 'house'),
    role: sample(role, 'owner'),
    members: sample(z.int(), 3),
  },
  "A shared board. `name` is the caller's own name for the board. `members` is the number of people on the board.",
);
export type SharedBoard = z.infer<typeof sharedBoard>;

export const createSharedInput = withExample(z.object({ name: boardName }), { name: 'House' });

export const boardByNameInput = z.object({ name: tagParam });
export const boardByIdInput = z.object({ boardId: id });

export const renameSharedInput = objectOf({
  boardId: sample(id, 7),
  newName: sample(boardName, 'Home'),
});
export const sharedBoardRenamed = objectOf({
  ...doneWith('The board is now #home.').shape,
  name: sample(z.string(), 'home'),
});

export const boardDeleted = doneWith(
  'The board is deleted. Its messages stay with the people who sent them.',
);

const names = (firstName: string, lastName: string) => ({
  firstName: sample(z.nullable(z.string()), firstName),
  lastName: sample(z.nullable(z.string()), lastName),
  displayName: sample(z.string(), `${firstName} ${lastName}`),
  avatarUrl: sample(z.nullable(z.string()), null),
});

export const member = objectOf(
  {
    id: sample(z.int(), 1),
    userId: sample(z.int(), 1),
    role: sample(role, 'owner'),
    user: z.object({
      ...names('Ann', 'Lee'),
      phoneNumber: sample(z.string(), '+1 ••• ••• 0111'),
    }),
  },
  "A member of a shared board. The phone number is masked unless the reader is that member or the board's owner.",
);
export type Member = z.infer<typeof member>;

export const person = objectOf(
  { id: sample(z.int(), 2), ...names('Bob', 'Ray') },
  'Somebody who is on a shared board with the reader.',
);
export type Person = z.infer<typeof person>;

export const blockedPerson = objectOf(
  {
    id: sample(z.int(), 2),
    displayName: sample(z.string(), 'Bob Ray'),
    avatarUrl: sample(z.nullable(z.string()), null),
    blockedAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  'Somebody who can neither add nor invite the reader to boards.',
);
export type BlockedPerson = z.infer<typeof blockedPerson>;

export const blockPersonInput = objectOf({ userId: sample(id, 2) });
export const personBlocked = doneWith('Bob Ray can neither add nor invite you any more.');
export const personUnblocked = doneWith('They can add and invite you again.');

export const namePersonInput = withExample(
  z.object({ userId: id, name: z.nullable(personName('Name')) }),
  { userId: 2, name: 'Grandma' },
  '`name`: by which the caller alone sees this person, in place of what the person is called. Null takes it away.',
);
export const personNamed = doneWith('You see them as Grandma now; nobody else does.');

export const inviteInput = withExample(
  invitation('Phone number is required'),
  { name: 'house', phoneNumber: '(202) 555-0122' },
  INVITED_BY_ID,
);
export const memberInvited = doneWith('Successfully invited user to #house');

export const removeMemberInput = z.object({ boardId: id, userId: id });
export const memberRemoved = doneWith('The member is no longer on the board.');
