import * as z from 'zod/mini';
import { slug } from './hashtags';
import { BOARD_NAME_MAX } from './limits';
import { phoneNumber } from './phone';
import { done, id, length } from './text';

/** A board's name, normalised here so that no caller can forget it (spec 5, design 5). */
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

/** A tag in a path. What cannot be a name is simply no board of the caller's. */
export const tagParam = z.pipe(z.string(), z.transform(slug));

export const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;

export const tagWithCount = z.object({ tag: z.string(), count: z.number() });
export type TagWithCount = z.infer<typeof tagWithCount>;

export const tagInput = z.object({ tag: tagParam });

/** What deleting a tag would take with it: `count` messages, `elsewhere` of them on other boards too. */
export const tagRemoval = z.object({ ...tagWithCount.shape, elsewhere: z.number() });
export type TagRemoval = z.infer<typeof tagRemoval>;

export const sharedBoard = z.object({ id: z.number(), name: z.string(), role });
export type SharedBoard = z.infer<typeof sharedBoard>;
export const sharedBoardWithCount = z.object({ ...sharedBoard.shape, count: z.number() });
export type SharedBoardWithCount = z.infer<typeof sharedBoardWithCount>;

export const createSharedInput = z.object({ name: boardName });
export const boardByNameInput = z.object({ name: tagParam });
export const boardByIdInput = z.object({ boardId: id });
export const inviteInput = z.object({
  name: tagParam,
  phoneNumber: phoneNumber('Phone number is required'),
});
export const convertInput = z.object({
  name: tagParam,
  phoneNumber: phoneNumber('Please enter a phone number to invite'),
});
export const renamePrivateInput = z.object({ name: tagParam, newName: boardName });
export const renameSharedInput = z.object({ boardId: id, newName: boardName });
export const removeMemberInput = z.object({ boardId: id, userId: id });

export const renamed = z.object({ ...done.shape, name: z.string() });

/** `phoneNumber` is whole for oneself and the board's owner, masked for the others (design 5). */
export const member = z.object({
  id: z.number(),
  userId: z.number(),
  role,
  user: z.object({
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    displayName: z.string(),
    phoneNumber: z.string(),
    avatarUrl: z.nullable(z.string()),
  }),
});
export type Member = z.infer<typeof member>;
