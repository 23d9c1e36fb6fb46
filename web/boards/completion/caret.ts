import { type Field, insertText } from '../../ui/insert-text';

export type { Field };

const COPIED = [
  'font', // first, because it resets the other properties of the font
  'fontFeatureSettings',
  'fontKerning',
  'fontVariationSettings',
  'boxSizing',
  'direction',
  'letterSpacing',
  'padding',
  'tabSize',
  'textAlign',
  'textIndent',
  'textTransform',
  'unicodeBidi',
  'wordSpacing',
] as const;

/** Browsers have no function for this, so a hidden element with the same text and style is measured. */
export function rectOfCharacter(field: Field, index: number): DOMRect {
  const box = field.getBoundingClientRect();
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const property of COPIED) copy.style[property] = style[property];
  const isOneLine = field instanceof HTMLInputElement;
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    overflow: 'hidden',
    overflowWrap: 'break-word',
    whiteSpace: isOneLine ? 'pre' : 'pre-wrap',
    width: `${field.clientWidth}px`,
    left: `${box.left + field.clientLeft - field.scrollLeft}px`,
    top: `${box.top + field.clientTop - field.scrollTop}px`,
  });
  if (isOneLine) copy.style.lineHeight = `${field.clientHeight}px`;
  const character = document.createElement('span');
  character.textContent = field.value.charAt(index) || '.';
  copy.append(field.value.slice(0, index), character, field.value.slice(index + 1));
  document.body.append(copy);
  const rect = character.getBoundingClientRect();
  copy.remove();
  return rect;
}

export function replaceInField(field: Field, start: number, end: number, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  insertText(field, text);
}
