import type { BoardCard, PrivateBoardCard, SharedBoardCard } from '../../../src/contract/board-lists';
import { CARD_PHOTOS_MAX } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';

/** `before` is null for a message that is added, and `after` is null for a message that is deleted. */
export type Moved = { before: Message | null; after: Message | null };

export type Change = {
  moved?: Moved[];
  removedTag?: string;
  createdShared?: string;
};

/** `hasMore` is true if the list has pages that are not loaded. */
type List = { tag?: string; hasMore?: boolean; takesNew?: boolean };

export function changePages(pages: readonly Message[][], change: Change, list: List): Message[][] {
  let changed = [...pages];
  for (const moved of change.moved ?? []) changed = moveMessage(changed, moved, list);
  const { removedTag } = change;
  if (removedTag) changed = changed.map((page) => without(page, ({ tags }) => tags.includes(removedTag)));
  return changed;
}

export const changeThread = (thread: readonly Message[], change: Change): Message[] =>
  (change.moved ?? []).reduce(
    (messages, moved) =>
      changePages([messages], { moved: [moved] }, { takesNew: answersOneOf(messages, moved.after) }).flat(),
    [...thread],
  );

const answersOneOf = (messages: readonly Message[], reply: Message | null) =>
  reply !== null && messages.some(({ id }) => id === reply.replyTo);

function moveMessage(
  pages: Message[][],
  { before, after }: Moved,
  { tag, hasMore = false, takesNew = true }: List,
): Message[][] {
  const isMoved = ({ id }: Message) => id === (before ?? after)?.id;
  const belongs = after !== null && (tag === undefined || after.tags.includes(tag));
  if (pages.some((page) => page.some(isMoved)))
    return pages.map((page) => {
      if (!belongs) return without(page, isMoved);
      return page.some(isMoved) ? page.map((message) => (isMoved(message) ? after : message)) : page;
    });
  return belongs && takesNew ? insertMessage(pages, after, hasMore) : pages;
}

function insertMessage(pages: Message[][], message: Message, hasMore: boolean): Message[][] {
  if (pages.length === 0) return pages;
  const isOlder = (other: Message) =>
    isPending(message) ||
    other.timestamp < message.timestamp ||
    (other.timestamp === message.timestamp && other.id < message.id);
  const place = pages.findIndex((page) => page.some(isOlder));
  if (place < 0 && hasMore) return pages;
  const at = place < 0 ? pages.length - 1 : place;
  return pages.map((page, index) => {
    if (index !== at) return page;
    const before = page.findIndex(isOlder);
    return before < 0 ? [...page, message] : [...page.slice(0, before), message, ...page.slice(before)];
  });
}

/** Returns true for a message or board that the server has not stored yet. Its id is negative. */
export const isPending = ({ id }: { id: number }) => id < 0;

export const isKept = (message: object): boolean => 'kept' in message;

const without = (page: Message[], isGone: (message: Message) => boolean) =>
  page.some(isGone) ? page.filter((message) => !isGone(message)) : page;

export function changePrivateBoards(
  boards: PrivateBoardCard[],
  change: Change,
  sharedNames: readonly string[],
): PrivateBoardCard[] {
  const known = new Set([...boards.map(({ tag }) => tag), ...sharedNames]);
  const added = (change.moved ?? []).flatMap(
    ({ after }) => after?.tags.filter((tag) => !known.has(tag)) ?? [],
  );
  const { removedTag } = change;
  return [...[...new Set(added)].map((tag) => ({ ...newCard(tag), tag, count: 0 })), ...boards]
    .filter(({ tag }) => tag !== removedTag)
    .map((board) => changeBoard(board, board.tag, change));
}

export function changeSharedBoards(boards: SharedBoardCard[], change: Change): SharedBoardCard[] {
  const { createdShared: name } = change;
  const isNew = name !== undefined && !boards.some((board) => board.name === name);
  const created = isNew
    ? [{ ...newCard(name), name, role: 'owner' as const, members: 1, address: '', count: 0 }]
    : [];
  return [...created, ...boards].map((board) => changeBoard(board, board.name, change));
}

/** A board gets its card only once, so that the id of the card stays the same and the card stays mounted. */
const newCards = new Map<string, BoardCard>();

function newCard(name: string): BoardCard {
  const card = newCards.get(name) ?? {
    id: newId(),
    pinned: false,
    list: false,
    archived: false,
    published: false,
    hasGuests: false,
    lastActivity: new Date().toISOString(),
    unread: 0,
    newestId: null,
    seenId: 0,
    seenAt: null,
    latest: null,
  };
  newCards.set(name, card);
  return card;
}

function changeBoard<Board extends BoardCard & { count: number }>(
  board: Board,
  tag: string,
  { moved = [] }: Change,
): Board {
  let { count, latest, lastActivity } = board;
  for (const { before, after } of moved) {
    const isOn = after?.tags.includes(tag) ?? false;
    count += Number(isOn) - Number(before?.tags.includes(tag) ?? false);
    if (!after || !isOn) continue;
    if (latest && latest.id !== after.id && latest.timestamp > after.timestamp && !isPending(after)) continue;
    const photos = after.media.filter(({ type }) => type.startsWith('image/'));
    const others = (latest?.photos ?? []).filter(({ id }) => !photos.some((photo) => photo.id === id));
    const fileType = after.media.find(({ type }) => !type.startsWith('image/'))?.type ?? null;
    latest = {
      ...after,
      answered: after.quote,
      fileType,
      photos: [...photos, ...others].slice(0, CARD_PHOTOS_MAX),
    };
    if (after.timestamp > lastActivity) lastActivity = after.timestamp;
  }
  if (count === board.count && latest === board.latest) return board;
  return { ...board, count: Math.max(0, count), latest, lastActivity };
}

let ids = 0;

export const newId = () => --ids;
