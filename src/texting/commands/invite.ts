import { savepoint } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { type Board, findBoard, findBoardById } from '../../boards/boards';
import {
  convertAndInviteByText,
  inviteByText,
  listBoardInvites,
  takeBackInvite,
} from '../../boards/invites/board-invites';
import { removeMember } from '../../boards/leaving';
import { countedBoards } from '../../boards/lists';
import { membersOf } from '../../boards/people';
import { countOf } from '../../contract/counts';
import { formatPhone } from '../../contract/people';
import { parsePhone } from '../../people/users';
import { recordAct } from '../acts';
import { askProof } from '../proofs';
import {
  type Answer,
  type CommandText,
  type Handler,
  NOTE,
  SETTING_CHANGED_TEXT,
  type Undo,
} from './handler';

type Asked = { boardId: number; phone: string };

/** It would show the board to somebody new, so it needs an OK (docs/product/commands.md: Asking for an OK). */
export const obeyInvite: Handler<'invite'> = (app, sender, { number, tag, isGuess }) => {
  const board = findBoard(app, sender, tag);
  if (isGuess && !board?.shared) return NOTE;
  if (!board) return `You have no board #${tag}. BOARDS lists yours.`;
  if (board.role !== 'owner') return `Only the owner of #${tag} can invite people.`;
  return orSentence(() => {
    const phone = parsePhone(app, number);
    if (membersOf(app, board.id).some((member) => member.phone === phone))
      return `${formatPhone(phone)} is on #${tag} already.`;
    const { count = 0 } = countedBoards(app, sender).find((one) => one.tag === tag) ?? {};
    const all = `${countOf(count, 'message')} on it`;
    askProof(app, sender, {
      act: 'invite',
      data: { boardId: board.id, phone } satisfies Asked,
      question: (digits) =>
        `Reply OK ${digits} to invite ${formatPhone(phone)} to #${tag}, to see the ${all}${board.shared ? '' : ', which is only yours now'}.`,
    });
    return null;
  });
};

export function inviteAsAsked(
  app: App,
  sender: User,
  { boardId, phone }: Asked,
  { at }: CommandText,
): Answer {
  const board = findBoardById(app, sender, boardId);
  if (!board) return SETTING_CHANGED_TEXT;
  return orSentence(() => {
    const { pending } = savepoint(app.db, () => inviteTo(app, sender, board, phone));
    recordAct(app, sender, { kind: 'invite', data: { boardId, phone } satisfies Asked, at });
    return pending
      ? `We have texted ${formatPhone(phone)} an invitation: they are on #${board.tag} once they reply YES. UNDO takes it back.`
      : `${formatPhone(phone)} is on #${board.tag} now. UNDO takes it back.`;
  });
}

const inviteTo = (app: App, sender: User, { shared, tag }: Board, phone: string) =>
  (shared ? inviteByText : convertAndInviteByText)(app, sender, tag, phone);

export const undoInvite: Undo = (app, user, { data }) => {
  const { boardId, phone } = data as Asked;
  const board = findBoardById(app, user, boardId);
  if (!board?.shared) return SETTING_CHANGED_TEXT;
  const pending = listBoardInvites(app, user, board.tag).find(({ phoneNumber }) => phoneNumber === phone);
  const member = membersOf(app, boardId).find((one) => one.phone === phone);
  if (pending) takeBackInvite(app, user, boardId, pending.id);
  else if (member) removeMember(app, user, boardId, member.id);
  else return SETTING_CHANGED_TEXT;
  return `Taken back: ${formatPhone(phone)} is not on #${board.tag}.`;
};

function orSentence(act: () => string | null): string | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof VisibleError) return error.message;
    throw error;
  }
}
