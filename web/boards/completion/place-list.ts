import { type Field, rectOfCharacter } from './caret';

/** Distance of the list from the text and from the edges of the screen, in pixels. */
const GAP = 6;
/** Width of the screen in pixels below which the list is as wide as its field. */
const NARROW = 576;

/**
 * Places the list below the hashtag that begins at `start`. If the list does not fit there and there is more
 * room above, places the list above the hashtag. On a narrow screen the list is as wide as the field, and is
 * placed below the field if it fits there. If `start` is null, the list is as wide as the field on every
 * screen, and is placed below or above the field.
 */
export function placeList(list: HTMLElement, field: Field, start: number | null): void {
  const box = field.getBoundingClientRect();
  const isNarrow = start === null || innerWidth < NARROW;
  list.style.width = isNarrow ? `${box.width}px` : '';
  list.style.minWidth = isNarrow ? '0' : '';
  const { offsetWidth: width, offsetHeight: height } = list;
  const [top, bottom] = visibleRange();

  const line = start === null ? box : rectOfCharacter(field, start);
  const fitsBelowField = box.bottom + GAP + height <= bottom;
  const anchor = isNarrow && fitsBelowField ? box : line;
  const isBelow = anchor.bottom + GAP + height <= bottom || bottom - anchor.bottom >= anchor.top - top;
  const wanted = isBelow ? anchor.bottom + GAP : anchor.top - GAP - height;
  const left = isNarrow ? box.left : Math.max(box.left, Math.min(line.left, box.right - width));
  list.style.left = `${left}px`;
  list.style.top = `${Math.max(top + GAP, Math.min(wanted, bottom - height - GAP))}px`;
}

/** Returns the top and the bottom of the part of the screen that a phone's keyboard does not cover. */
function visibleRange(): [number, number] {
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  return [offsetTop, offsetTop + height];
}
