export const SHOWN_AT_FIRST = 3;
const STEP = 50;

const asked = new Map<number, number>();

export const shownCount = (cardId: number, total: number): number =>
  Math.min(total, asked.get(cardId) ?? SHOWN_AT_FIRST);

export function showMore(cardId: number, total: number): number {
  const next = Math.min(total, shownCount(cardId, total) + STEP);
  // if all replies are shown now, replies that arrive later are shown too
  asked.set(cardId, next === total ? Number.POSITIVE_INFINITY : next);
  return next;
}

export const showMoreLabel = (hidden: number, total: number): string =>
  hidden <= STEP ? `Show all ${total} replies` : `Show ${STEP} earlier of ${hidden}`;
