import * as z from 'zod/mini';
import { slug } from './hashtags';
import { BOARD_NAME_MAX } from './limits';
import { length } from './text';

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

export const sharedBoard = z.object({ id: z.number(), name: z.string(), role });
export const sharedBoardWithCount = z.object({ ...sharedBoard.shape, count: z.number() });
export type SharedBoardWithCount = z.infer<typeof sharedBoardWithCount>;
