/** Number of replies that a card shows at first: the newest ones. */
export const SHOWN_AT_FIRST = 3;
/** Number of further replies that one click shows. */
const STEP = 50;

/**
 * Numbers of replies that the reader has asked for, by the ids of the cards. Kept while a card is not drawn.
 */
const asked = new Map<number, number>();

/** Returns how many of a card's replies are shown: the newest. */
export const shownCount = (cardId: number, total: number): number =>
  Math.min(total, asked.get(cardId) ?? SHOWN_AT_FIRST);

/** Shows further replies of a card. Returns how many are shown then. */
export function showMore(cardId: number, total: number): number {
  const next = Math.min(total, shownCount(cardId, total) + STEP);
  // once all are shown, later replies are shown too
  asked.set(cardId, next === total ? Number.POSITIVE_INFINITY : next);
  return next;
}

/** Returns the label of the button that shows further replies. */
export const showMoreLabel = (hidden: number, total: number): string =>
  hidden <= STEP ? `Show all ${total} replies` : `Show ${STEP} earlier of ${hidden}`;
