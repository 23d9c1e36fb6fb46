/** Removes control characters and marks of writing direction. */
export function toSingleLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
  const points = [...line];
  if (points.length <= max) return line;
  const cut = points.slice(0, max - 1).join('');
  return `${cut.trimEnd()}…`;
}
