import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import type { BoardRenamed } from '../contract/boards';
import { tagCandidates } from '../contract/hashtags';
import { RESERVED_TAGS } from '../contract/limits';
import { succeeded } from '../contract/text';
import { asKnownTo } from '../people/given-names';
import { bumpUser } from '../people/versions';
import { type Board, findBoard, requireOwner, requirePrivateBoard, requireSharedBoard } from './boards';
import { membersOf } from './people';
import { tellOfRename } from './renames';

export function refuseReservedTag(
  tag: string,
  act: 'shared' | 'renamed' | 'used as a new name' | 'opened to others',
): void {
  if (RESERVED_TAGS.includes(tag)) throw new VisibleError('board_name_reserved', `#${tag} cannot be ${act}.`);
}

export function renamePrivate(app: App, user: User, tag: string, newName: string): BoardRenamed {
  return transaction(app.db, () => {
    const board = requirePrivateBoard(app, user, tag, 'Rename it as its owner.');
    if (newName === board.tag) return renamed(newName);
    refuseNewName(app, user, board, newName);
    setTag(app, board, user, newName);
    return renamed(newName);
  });
}

export function renameShared(app: App, user: User, boardId: number, newName: string): BoardRenamed {
  return transaction(app.db, () => {
    const board = requireOwner(requireSharedBoard(app, user, boardId), 'rename it');
    if (newName === board.tag) return renamed(newName);
    refuseNewName(app, user, board, newName);
    chargeRateLimits(app, { 'rename of a shared board by a person': user.id });
    setTag(app, board, user, newName);
    for (const member of membersOf(app, board.id)) {
      const { tag, smsEnabled } = member;
      if (member.id === user.id) continue;
      const newTag = findFreeTag(app, member, newName, board.id);
      if (newTag === tag) continue;
      setTag(app, board, member, newTag, { isChosenByOther: true });
      if (smsEnabled)
        tellOfRename(app, {
          boardId: board.id,
          by: asKnownTo(app, member, user),
          member,
          from: tag,
          to: newTag,
        });
    }
    return renamed(newName);
  });
}

const renamed = (name: string) => ({ ...succeeded(`The board is now #${name}.`), name });

function refuseNewName(app: App, user: User, board: Board, newName: string): void {
  refuseReservedTag(board.tag, 'renamed');
  refuseReservedTag(newName, 'used as a new name');
  if (findBoard(app, user, newName))
    throw new VisibleError('board_name_taken', `You already have #${newName}. Choose another name.`);
}

function setTag(
  app: App,
  board: Board,
  { id }: Pick<User, 'id'>,
  tag: string,
  { isChosenByOther = false } = {},
): void {
  statements(app.db).setTag.run({ board: board.id, user: id, tag, isChosenByOther });
  bumpUser(app, id);
}

/** `name`, `name-2`, ... The user's tag for `boardId` counts as free (docs/product/boards.md: Own tags). */
export function findFreeTag(app: App, user: Pick<User, 'id'>, name: string, boardId?: number): string {
  const isFree = (tag: string) => {
    const board = findBoard(app, user, tag);
    return !board || board.id === boardId;
  };
  return tagCandidates(name).find(isFree) ?? name;
}

const statements = prepared(({ $client }) => ({
  setTag: $client.prepare<unknown, Record<string, string | number | boolean>>(`
    update memberships set tag = $tag, tag_chosen_by_other = tag_chosen_by_other or $isChosenByOther
     where board_id = $board and user_id = $user`),
}));
