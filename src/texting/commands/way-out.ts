import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { blockPerson, findLastAdder, hasBlocked, unblockPerson } from '../../boards/blocking';
import { type Board, findBoard } from '../../boards/boards';
import { removeMember } from '../../boards/leaving';
import { boardOwner } from '../../boards/people';
import { returnToBoard } from '../../boards/sharing';
import { nameInText } from '../../contract/people';
import { boardsInText } from '../../outbox/texts';
import { asKnownTo } from '../../people/given-names';
import { findUser } from '../../people/users';
import { recordAct } from '../acts';
import { sharedBoard } from './digests';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';

/** What UNDO needs to know. */
type Leaving = { ownerId: number; boardIds: number[]; blocked: boolean };

export const obeyLeave: Handler<'leave'> = (app, sender, { tag }, { at, body }) => {
  const board = boardOfOther(app, sender, tag, body);
  if (typeof board !== 'object') return board;
  const { id: ownerId } = boardOwner(app, board);
  removeMember(app, sender, board.id, sender.id);
  record(app, sender, { ownerId, boardIds: [board.id], blocked: false }, at);
  const kept = findBoard(app, sender, tag) ? ` What you posted is also on your own #${tag}.` : '';
  return `You have left #${tag}.${kept} UNDO takes it back.`;
};

export const obeyBlock: Handler<'block'> = (app, sender, { tag }, { at, body }) => {
  const board = tag === null ? null : boardOfOther(app, sender, tag, body);
  if (board !== null && typeof board !== 'object') return board;
  const owner = board ? boardOwner(app, board) : findLastAdder(app, sender);
  if (!owner) return NOTE;
  const wasBlocked = hasBlocked(app, sender, owner);
  const { left } = blockPerson(app, sender, owner.id);
  const boardIds = left.map(({ boardId }) => boardId);
  if (!wasBlocked || left.length > 0)
    record(app, sender, { ownerId: owner.id, boardIds, blocked: !wasBlocked }, at);
  const leaves = left.length > 0 ? ` You have left ${boardsInText(left.map(({ tag }) => tag))}.` : '';
  return `${nameInText(asKnownTo(app, sender, owner))} can neither add nor invite you any more.${leaves} UNDO takes it back, later your profile: ${app.publicUrl}/profile`;
};

export const undoLeaving: Undo = (app, user, { data }) => {
  const { ownerId, boardIds, blocked } = data as Leaving;
  const owner = findUser(app, ownerId);
  if (!owner) return SETTING_CHANGED_TEXT;
  if (blocked && hasBlocked(app, user, owner)) unblockPerson(app, user, ownerId);
  if (hasBlocked(app, user, owner)) return SETTING_CHANGED_TEXT;
  const tags = boardIds.flatMap((id) => returnToBoard(app, user, owner, id) ?? []);
  if (tags.length > 0) return `Taken back: you are on ${boardsInText(tags)} again.`;
  return blocked
    ? `Taken back: ${nameInText(asKnownTo(app, user, owner))} can add and invite you again.`
    : SETTING_CHANGED_TEXT;
};

const record = (app: App, user: User, data: Leaving, at: number) =>
  recordAct(app, user, { kind: data.blocked ? 'block' : 'leave', data, at });

/** Only words in capitals are surely meant as a command if there is no such board. */
function boardOfOther(app: App, sender: User, tag: string, body: string): Board | string | typeof NOTE {
  const board = sharedBoard(app, sender, tag);
  if (typeof board === 'string') return /^\W*(LEAVE|BLOCK)/.test(body) ? board : NOTE;
  return board.role === 'owner' ? `You own #${tag}: you can delete it on the web.` : board;
}
