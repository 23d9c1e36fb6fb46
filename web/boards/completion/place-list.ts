import { type Field, rectOfCharacter } from './caret';

const GAP_PX = 6;
const NARROW_PX = 576;

export function placeList(list: HTMLElement, field: Field, start: number | null): void {
  const box = field.getBoundingClientRect();
  const isNarrow = start === null || innerWidth < NARROW_PX;
  list.style.width = isNarrow ? `${box.width}px` : '';
  list.style.minWidth = isNarrow ? '0' : '';
  const { offsetWidth: width, offsetHeight: height } = list;
  const [top, bottom] = visibleRange();

  const line = start === null ? box : rectOfCharacter(field, start);
  const fitsBelowField = box.bottom + GAP_PX + height <= bottom;
  const anchor = isNarrow && fitsBelowField ? box : line;
  const isBelow = anchor.bottom + GAP_PX + height <= bottom || bottom - anchor.bottom >= anchor.top - top;
  const wanted = isBelow ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - height;
  const left = isNarrow ? box.left : Math.max(box.left, Math.min(line.left, box.right - width));
  list.style.left = `${left}px`;
  list.style.top = `${Math.max(top + GAP_PX, Math.min(wanted, bottom - height - GAP_PX))}px`;
}

function visibleRange(): [number, number] {
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  return [offsetTop, offsetTop + height];
}
