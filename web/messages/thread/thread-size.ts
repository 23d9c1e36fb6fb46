/** Number of replies that a card shows at first. They are the newest ones. */
export const SHOWN_AT_FIRST = 3;
/** Number of further replies that one click shows. */
const STEP = 50;

/**
 * Number of replies that the reader wants to see on each card, by the id of the card's message. The number is
 * kept while the card is scrolled out of view.
 */
const asked = new Map<number, number>();

/** Returns how many of a card's replies are shown. They are the newest ones. */
export const shownCount = (cardId: number, total: number): number =>
  Math.min(total, asked.get(cardId) ?? SHOWN_AT_FIRST);

/** Shows further replies of a card. Returns the new number of shown replies. */
export function showMore(cardId: number, total: number): number {
  const next = Math.min(total, shownCount(cardId, total) + STEP);
  // if all replies are shown now, replies that arrive later are shown too
  asked.set(cardId, next === total ? Number.POSITIVE_INFINITY : next);
  return next;
}

/** Returns the label of the button that shows further replies. */
export const showMoreLabel = (hidden: number, total: number): string =>
  hidden <= STEP ? `Show all ${total} replies` : `Show ${STEP} earlier of ${hidden}`;
