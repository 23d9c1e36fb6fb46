import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { diskErrorOf } from '../app/disk-errors';
import { VisibleError } from '../app/errors';
import { type Board, findBoard, findOrCreateBoard } from '../boards/boards';
import { setList } from '../boards/marks';
import { findFreeTag } from '../boards/naming';
import { itemsIn } from '../contract/checklists';
import { tagCandidates } from '../contract/hashtags';
import { appendLine, type StoredFile, storeFile, UNREADABLE_LINE, UnreadablePicture } from '../media/storing';
import { deliverImported } from '../messages/deliver';
import { findMessage } from '../messages/find';
import { addReaction, isFull } from '../messages/reactions';
import { storeTick } from '../messages/ticks';
import { setReminder } from '../notices/reminders/reminders';
import { nextTime } from '../notices/reminders/schedule';
import { CageEnded } from '../outside/cage/cage';
import { requireRoom } from '../people/storage';
import { zoneOf } from '../people/time-zone';
import { findOrCreateUser, findUserByPhone } from '../people/users';
import type { ImportedFile, ImportedMessage, Unreadable } from './formats/format';
import type { ArchivedBoardRef, ArchivedReaction, ArchivedReminder } from './schemas';

export type ImportContext = {
  as: User | null;
  shared: Map<string, Board>;
  // True if replies to messages of other people become plain messages, and reminders of other people are left
  // out.
  onlyOwn: boolean;
  importId: number | null;
};

type NewFile = StoredFile & { name: string | null; alt: string | null };
type NewMessage = { message: ImportedMessage; sender: User; files: NewFile[] };

export async function storeMessages(
  app: App,
  batch: ImportedMessage[],
  context: ImportContext,
): Promise<{ messages: number; unreadable: Unreadable[] }> {
  const { as, onlyOwn } = context;
  const senders = new Map(batch.map(({ from }) => [from, from ? findOrCreateUser(app, from).user : as]));
  const unknown = batch.flatMap((message): NewMessage[] => {
    const sender = senders.get(message.from);
    return sender && !isStored(app, sender, message) ? [{ message, sender, files: [] }] : [];
  });
  if (onlyOwn && as) requireRoom(app, as, { messages: unknown.length, bytes: bytesOf(unknown) });
  const unreadable: Unreadable[] = [];
  for (const entry of unknown) unreadable.push(...(await storeFiles(app, entry)));
  return transaction(app.db, () => {
    const stored = unknown.flatMap((entry) =>
      // an archive may contain the same message twice
      isStored(app, entry.sender, entry.message) ? [] : [insertMessage(app, entry, context)],
    );
    deliverImported(app, stored);
    return { messages: stored.length, unreadable };
  });
}

const bytesOf = (messages: NewMessage[]): number =>
  messages.flatMap(({ message }) => message.files).reduce((sum, { bytes }) => sum + bytes, 0);

export const boardKey = ({ owner, tag }: { owner: string; tag: string }) => `${owner} ${tag}`;

export function isStored(app: App, sender: User, { id, createdAt }: ImportedMessage): boolean {
  const { findImported, findOwn } = statements(app.db);
  if (findImported.get({ sender: sender.id, origin: id })) return true;
  return findOwn.get({ sender: sender.id, ...parseOwnId(id), createdAt }) !== null;
}

function findAnswered(app: App, sender: User, message: ImportedMessage, onlyOwn: boolean): number | null {
  const { replyTo, createdAt } = message;
  if (replyTo === null) return null;
  const { findOrigin, findExported } = statements(app.db);
  const of = { sender: sender.id, onlyOwn: Number(onlyOwn) };
  const found =
    findOrigin.get({ origin: replyTo, ...of }) ?? findExported.get({ ...parseOwnId(replyTo), ...of });
  return found && found.createdAt <= createdAt ? found.id : null;
}

function parseOwnId(id: string): { server: string; id: number } {
  const [, server = '', number] = /^([0-9a-f]+)-(\d+)$/.exec(id) ?? [];
  return { server, id: Number(number ?? 0) };
}

/** In place of an unreadable picture, adds a line to the content. */
async function storeFiles(app: App, entry: NewMessage): Promise<Unreadable[]> {
  const unreadable: Unreadable[] = [];
  for (const file of entry.message.files) {
    const { type, name, alt = null } = file;
    const read = () => readFile(file);
    try {
      entry.files.push({ name, alt, ...(await storeFile(app, entry.sender.id, read, type)) });
    } catch (error) {
      if (error instanceof UnreadableFile) {
        unreadable.push({ unreadable: name ?? 'a file', reason: error.message });
        continue;
      }
      if (!(error instanceof UnreadablePicture)) throw error;
      const content = appendLine(entry.message.content, UNREADABLE_LINE);
      entry.message = { ...entry.message, content };
      unreadable.push({ unreadable: name ?? 'a picture', reason: 'the picture cannot be read here' });
    }
  }
  return unreadable;
}

class UnreadableFile extends Error {}

async function readFile({ read }: ImportedFile): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof VisibleError || error instanceof CageEnded || diskErrorOf(error)) throw error;
    throw new UnreadableFile((error as Error).message);
  }
}

function insertMessage(
  app: App,
  { message, sender, files }: NewMessage,
  { shared, onlyOwn, importId }: ImportContext,
): { id: number; content: string } {
  const { insertMessage, insertPlacement, insertFile, insertOrigin } = statements(app.db);
  const { content, source, createdAt, editedAt, guest = null } = message;
  const replyTo = findAnswered(app, sender, message, onlyOwn);
  const row = { sender: sender.id, content, source, createdAt, editedAt, replyTo, guest };
  const { id } = insertMessage.get(row)!;
  for (const [position, ref] of message.boards.entries()) {
    const board = findOrCreateRefBoard(app, sender, ref, shared);
    insertPlacement.run({
      board: board.id,
      createdAt,
      message: id,
      position,
      tag: ref.as ?? ref.tag,
      pinned: Number(ref.pinned ?? false),
    });
  }
  for (const [position, file] of files.entries())
    insertFile.run({ ...file, user: sender.id, message: id, position, createdAt });
  insertOrigin.run({ sender: sender.id, origin: message.id, message: id, import: importId });
  for (const reminder of message.reminders ?? [])
    if (!onlyOwn || reminder.of === sender.phone) insertReminder(app, id, reminder);
  for (const reaction of message.reactions ?? [])
    if (!onlyOwn || reaction.of === sender.phone) insertReaction(app, id, reaction);
  insertTicks(app, id, sender, message, onlyOwn);
  return { id, content };
}

/** Files of other programs have only the marks in the text. */
function insertTicks(app: App, id: number, sender: User, message: ImportedMessage, onlyOwn: boolean): void {
  const { content, createdAt, ticks } = message;
  const archived = ticks && new Map(ticks.map((tick) => [tick.item, tick]));
  for (const { item, isMarked } of itemsIn(content, true)) {
    const tick = archived ? archived.get(item) : isMarked && { by: sender.phone, at: createdAt };
    if (!tick) continue;
    const isNamed = tick.by !== undefined && (!onlyOwn || tick.by === sender.phone);
    storeTick(app, { messageId: id, item }, isNamed ? findUserByPhone(app, tick.by!) : null, tick.at);
  }
}

/** A past reminder that does not repeat is left out, because an import texts nobody. */
function insertReminder(app: App, messageId: number, { of, at, starts, rule }: ArchivedReminder): void {
  const user = findUserByPhone(app, of);
  if (!user) return;
  const now = app.now();
  const repeats = starts !== null && rule !== null;
  if (at <= now && !repeats) return;
  const next = at > now || !repeats ? at : nextTime({ starts, rule, zone: zoneOf(app, user) }, now);
  try {
    setReminder(app, user, messageId, { at: next, starts, rule: repeats ? rule : null });
  } catch (error) {
    // the person may not see the message on this server, or has too many reminders already
    if (!(error instanceof VisibleError)) throw error;
  }
}

function insertReaction(app: App, id: number, { of, emoji, at }: ArchivedReaction): void {
  const user = findUserByPhone(app, of);
  if (user && findMessage(app, user, id) && !isFull(app, id, emoji))
    addReaction(app, user, { id, emoji, at, told: true });
}

/** In place of a shared board that the archive does not describe, returns a private board of the sender. */
function findOrCreateRefBoard(
  app: App,
  sender: User,
  ref: ArchivedBoardRef,
  shared: Map<string, Board>,
): Board {
  const { owner, tag, as = tag, list = false } = ref;
  return (
    (owner && shared.get(boardKey({ owner, tag }))) ||
    findOrCreatePrivateBoard(app, sender, owner ? as : tag, list)
  );
}

// If the sender has a shared board with this tag, the private board gets the tag with a number: a private
// message must not become visible to others only because its board has the same name.
function findOrCreatePrivateBoard(app: App, user: User, tag: string, list: boolean): Board {
  const free = findFreeTag(app, user, tag);
  const usable =
    tagCandidates(tag).find((candidate) => candidate === free || !findBoard(app, user, candidate)?.shared) ??
    free;
  const existing = findBoard(app, user, usable);
  const board = existing ?? findOrCreateBoard(app, user, usable);
  if (list && !existing) setList(app, user, usable, true);
  return board;
}

type Row = Record<string, string | number | null>;

const statements = prepared(({ $client }) => ({
  findImported: $client.prepare<unknown, { sender: number; origin: string }>(
    'select 1 from origins where sender_id = $sender and origin = $origin',
  ),
  findOwn: $client.prepare<unknown, { sender: number; id: number; server: string; createdAt: number }>(`
    select 1 from messages where id = $id and sender_id = $sender and created_at = $createdAt
       and (select id from server) = $server`),
  // another person may have imported the same file, so the sender's own message comes first
  findOrigin: $client.prepare<{ id: number; createdAt: number }, Row>(`
    select m.id, m.created_at as createdAt from origins o join messages m on m.id = o.message_id
     where o.origin = $origin and (o.sender_id = $sender or not $onlyOwn)
     order by o.sender_id <> $sender, m.id limit 1`),
  findExported: $client.prepare<{ id: number; createdAt: number }, Row>(`
    select id, created_at as createdAt from messages
     where id = $id and (select id from server) = $server and (sender_id = $sender or not $onlyOwn)`),
  insertMessage: $client.prepare<{ id: number }, Row>(`
    insert into messages (sender_id, content, source, created_at, edited_at, reply_to_id, guest)
    values ($sender, $content, $source, $createdAt, $editedAt, $replyTo, $guest) returning id`),
  // two boards of an archive can become one board here; then the message is put on this board only once
  insertPlacement: $client.prepare<unknown, Row>(`
    insert or ignore into placements (board_id, created_at, message_id, position, tag, pinned, known_to)
    values ($board, $createdAt, $message, $position, $tag, $pinned,
            (select sender_id from messages where id = $message and source <> 'sms' and guest is null))`),
  insertFile: $client.prepare<unknown, Row>(`
    insert into media (user_id, message_id, position, name, type, file, bytes, width, height, placeholder, alt,
                       words, created_at)
    values ($user, $message, $position, $name, $type, $file, $bytes, $width, $height, $placeholder, $alt, $words, $createdAt)`),
  insertOrigin: $client.prepare<unknown, Row>(
    'insert into origins (sender_id, origin, message_id, import_id) values ($sender, $origin, $message, $import)',
  ),
}));
