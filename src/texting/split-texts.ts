import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findBoard } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { complete } from '../messages/editing';
import { boardTags, findStored, remove } from '../messages/messages';
import { placementsOf } from '../messages/placements';
import { enqueue } from '../outbox/outbox';
import { NOTHING_TO_JOIN_TEXT, wholeText } from '../outbox/texts';
import { findUserByPhone } from '../people/users';
import { recordAct } from './acts';
import { joinContents } from './joined-texts';

const ALL_WITHIN_MS = 10 * 60_000;

/** Whoever forges the number must not publish the earlier words (docs/product/texting.md: Split texts). */
export function newSharedTags(
  app: App,
  sender: User,
  { messageId, content }: { messageId: number; content: string },
): string[] {
  if (findStored(app, messageId)?.replyToId) return []; // hashtags in a reply name no boards
  const before = placementsOf(app, messageId, sender);
  return boardTags(hashtagsIn(content)).filter((tag) => {
    const board = findBoard(app, sender, tag);
    return board?.shared && !before.some(({ boardId }) => boardId === board.id);
  });
}

/** Returns null if no text was split. Joins nothing if a part has since been edited, joined or deleted. */
export function postWholeText(app: App, phone: string, at: number): { messageId?: number } | null {
  const split = statements(app.db).findSplit.get({ phone, at, since: at - ALL_WITHIN_MS });
  const sender = findUserByPhone(app, phone);
  if (!split || !sender) return null;
  const reply = (body: string) => enqueue(app, { to: phone, kind: 'reply', body });

  const ids = findParts(app, split);
  const [first, ...others] = ids.flatMap((id) => findStored(app, id) ?? []).filter((part) => !part.editedAt);
  if (!first || others.length + 1 < ids.length) {
    reply(NOTHING_TO_JOIN_TEXT);
    return {};
  }
  const content = others.reduce((earlier, later) => joinContents(earlier, later.content), first.content);
  const newTags = newSharedTags(app, sender, { messageId: first.id, content });
  const tags = [first, ...others].flatMap((part) => tagsChosenSince(app, sender, part));
  complete(app, sender, first.id, { content, tags, files: [] });
  const joined = others.map(({ id }) => id);
  remove(app, joined);
  recordAct(app, sender, { kind: 'note', messageId: first.id, at });
  reply(wholeText(newTags));
  return { messageId: first.id };
}

function tagsChosenSince(app: App, sender: User, { id, content }: { id: number; content: string }): string[] {
  const byItself = boardTags(hashtagsIn(content));
  return placementsOf(app, id, sender).flatMap(({ sendersTag }) =>
    sendersTag === null || byItself.includes(sendersTag) ? [] : sendersTag,
  );
}

function findParts(app: App, { messageId, continuedId }: Split): number[] {
  const ids = [messageId ?? 0];
  for (let id: number | undefined = continuedId; id; id = statements(app.db).findEarlier.get({ id })?.id)
    ids.unshift(id);
  return ids;
}

/** `messageId` is null if the text's own message has been deleted. */
type Split = { messageId: number | null; continuedId: number };

const statements = prepared((db) => ({
  findSplit: db.$client.prepare<Split, { phone: string; at: number; since: number }>(`
    select message_id as messageId, continued_id as continuedId from inbound
     where phone = +$phone and continued_id is not null and received_at > +$since and received_at <= +$at
     order by received_at desc, continued_id desc limit 1`),
  findEarlier: db.$client.prepare<{ id: number }, { id: number }>(`
    select continued_id as id from inbound where message_id = $id and continued_id is not null limit 1`),
}));
