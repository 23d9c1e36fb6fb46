import type { Message } from '../../../src/contract/messages';
import { isPending } from '../../product/pending/change';

export type Threads = { cards: readonly Message[]; replies: ReadonlyMap<number, readonly Message[]> };

type List = {
  board?: string;
  hasMore?: boolean;
  /** The new result reuses the arrays that have not changed, so that no card is drawn again. */
  previous?: Threads;
};

/** A reply waits until the message that it answers is loaded. */
export function groupThreads(messages: readonly Message[], { board, hasMore, previous }: List): Threads {
  const cardOf = new Map<number, number>();
  const replies = new Map<number, Message[]>();
  const cards: Message[] = [];
  const waiting = new Set<number>();
  // starts with the oldest message, because a message comes before its replies
  for (const message of messages.toReversed()) {
    const { id, replyTo, quote } = message;
    const card = replyTo === null ? undefined : cardOf.get(replyTo);
    const isOnBoard = board === undefined || quote?.tags.includes(board);
    if (card !== undefined) {
      cardOf.set(id, card);
      const list = replies.get(card);
      if (list) list.push(message);
      else replies.set(card, [message]);
    } else if (replyTo !== null && hasMore && isOnBoard) waiting.add(id);
    else if (replyTo !== null && waiting.has(replyTo)) waiting.add(id);
    else {
      cardOf.set(id, id);
      cards.push(message);
    }
  }
  cards.reverse();
  for (const [id, list] of replies) {
    const before = previous?.replies.get(id);
    if (before && isSame(before, list)) replies.set(id, before as Message[]);
  }
  return { cards: previous && isSame(previous.cards, cards) ? previous.cards : cards, replies };
}

const isSame = (some: readonly Message[], others: readonly Message[]) =>
  some.length === others.length && some.every((message, index) => message === others[index]);

export const countNew = (
  replies: readonly Message[],
  seenId: number | undefined,
  me: number | null | undefined,
): number =>
  seenId === undefined
    ? 0
    : replies.filter((reply) => !isPending(reply) && reply.id > seenId && reply.senderId !== me).length;
