import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findBoard } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { complete } from '../messages/editing';
import { boardTags, findStored, remove } from '../messages/messages';
import { isWithin, newReaders, type Showing } from '../messages/new-readers';
import { placementsOf } from '../messages/placements';
import { enqueue } from '../outbox/outbox';
import { NOTHING_TO_JOIN_TEXT, wholeText } from '../outbox/texts';
import { findUserByPhone } from '../people/users';
import { recordAct } from './acts';
import { questionOf } from './commands/named-boards';
import { joinContents } from './joined-texts';
import { askProof } from './proofs';

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
  const sender = findUserByPhone(app, phone);
  if (!sender || !findSplit(app, sender, at)) return null;
  const posted = postOrAsk(app, sender, at);
  if (posted === null) return {};
  enqueue(app, { to: phone, kind: 'reply', body: posted.answer });
  if (posted.messageId) recordAct(app, sender, { kind: 'note', messageId: posted.messageId, at });
  return { messageId: posted.messageId };
}

type Whole = { ids: number[]; content: string; tags: string[] };
type Asked = { at: number; whole: Whole; showing: Showing };
type Posted = { answer: string; messageId?: number };

/** Returns null if the sender was asked for an OK. */
function postOrAsk(app: App, sender: User, at: number): Posted | null {
  const whole = wholeOf(app, sender, at);
  if (!whole) return { answer: NOTHING_TO_JOIN_TEXT };
  const showing = showingOf(app, sender, whole);
  if (showing.readers.length === 0) return post(app, sender, whole);
  const question = questionOf(app, sender, 'put all of it', showing);
  askProof(app, sender, { act: 'all', data: { at, whole, showing }, question });
  return null;
}

export function postWholeAsAsked(app: App, sender: User, { at, whole, showing }: Asked): Posted | null {
  const now = wholeOf(app, sender, at);
  const isAsAsked = now && Bun.deepEquals(now, whole) && isWithin(showingOf(app, sender, now), showing);
  return isAsAsked ? post(app, sender, whole) : postOrAsk(app, sender, at);
}

function wholeOf(app: App, sender: User, at: number): Whole | null {
  const split = findSplit(app, sender, at);
  const ids = split ? findParts(app, split) : [];
  const parts = ids.flatMap((id) => findStored(app, id) ?? []).filter(({ editedAt }) => !editedAt);
  if (parts.length === 0 || parts.length < ids.length) return null;
  const content = parts.map((part) => part.content).reduce(joinContents);
  return { ids, content, tags: parts.flatMap((part) => tagsChosenSince(app, sender, part)) };
}

function showingOf(app: App, sender: User, { ids, content, tags }: Whole): Showing {
  const boards = boardTags([...tags, ...hashtagsIn(content)]).flatMap(
    (tag) => findBoard(app, sender, tag) ?? [],
  );
  return newReaders(app, sender, ids, boards);
}

function post(app: App, sender: User, { ids, content, tags }: Whole): Posted {
  const [messageId, ...joined] = ids as [number, ...number[]];
  const newTags = newSharedTags(app, sender, { messageId, content });
  complete(app, sender, messageId, { content, tags, files: [] });
  remove(app, joined);
  return { answer: wholeText(newTags), messageId };
}

function tagsChosenSince(app: App, sender: User, { id, content }: { id: number; content: string }): string[] {
  const byItself = boardTags(hashtagsIn(content));
  return placementsOf(app, id, sender).flatMap(({ sendersTag }) =>
    sendersTag === null || byItself.includes(sendersTag) ? [] : sendersTag,
  );
}

const findSplit = (app: App, { phone }: User, at: number): Split | null =>
  statements(app.db).findSplit.get({ phone, at, since: at - ALL_WITHIN_MS });

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
