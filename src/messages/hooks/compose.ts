import type { App } from '../../app/app';
import { isOperator } from '../../app/trpc';
import { findBoardById } from '../../boards/boards';
import { describePerson } from '../../boards/people';
import type { HookEvent } from '../../contract/hook-events';
import { isBlocked } from '../../outbox/blocked-numbers';
import { hooksWatching, nameOfItem } from '../../outbox/hooks';
import { findUser } from '../../people/users';
import { findMessage } from '../find';

type Event = { hookId: number; userId: number; ofAll: number; type: HookEvent | 'test'; detail: string };
type Detail = { message: number; tags?: string[]; item?: string; user: number; board: number };

/** As its owner sees it now; null if the owner must not or cannot see it any more. */
export function compose(app: App, { hookId, userId, ofAll, type, detail }: Event): object | null {
  const owner = findUser(app, userId)!;
  const { message: id, tags, item, user, board } = JSON.parse(detail) as Detail;
  if (isBlocked(app, owner.phone)) return null;
  if (type === 'test') return { message: `This is a test of ${app.config.productName}.` };
  if (ofAll) return isOperator(app, owner) ? { messageId: id, boardId: board, userId: user } : null;
  if (type === 'message.deleted') return { message: { id, tags } };
  if (type === 'member.joined' || type === 'member.left') {
    const found = findBoardById(app, owner, board);
    return found && { board: found.tag, member: describePerson(app, owner, user) };
  }
  if (!hooksWatching(app, [id], userId).some(({ hook }) => hook === hookId)) return null;
  const message = findMessage(app, owner, id);
  if (!message) return null;
  const url = `${app.publicUrl}/thread/${id}`;
  if (type !== 'message.ticked') return { message, url };
  const ticked = message.items?.find((one) => nameOfItem(one.item) === item);
  return ticked ? { message, url, item: ticked } : null;
}
