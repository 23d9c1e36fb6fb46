export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Replaces what is selected. */
export function insertText(field: Field, text: string): void {
  // `execCommand` is deprecated, but the only way to keep the browser's undo history
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
