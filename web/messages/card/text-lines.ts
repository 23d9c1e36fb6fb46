const FONTS = { text: '400 1', large: '400 2.5', chip: '600 0.8125' } as const;
type Font = keyof typeof FONTS;

const KEPT_MAX = 20_000;
const LETTER_EM = 0.475;

/** After white space, or after one of these marks unless a digit or another mark follows. */
const BREAKS = /(?<=\s)(?=\S)|(?<=[-?–—…])(?=[^\s\d?–—…-])/u;

/** Matches scripts that are written without spaces between words. Their lines break almost anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function countLines(text: string, width: number, font: Font): number {
  return text.split('\n').reduce((sum, line) => sum + linesOf(line, width, font), 0);
}

function linesOf(line: string, width: number, font: Font): number {
  let lines = 1;
  let used = 0;
  for (const part of line.split(BREAKS)) {
    const word = part.trimEnd(); // without the spaces after it, which may hang over the end of the line
    const wide = widthOf(word, font);
    if (used > 0 && used + wide > width && !UNSPACED.test(word)) {
      lines++;
      used = 0;
    }
    used += wide;
    while (used > width) {
      lines++;
      used -= width;
    }
    if (part.length > word.length) used += widthOf(part.slice(word.length), font);
  }
  return lines;
}

const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

export function widthOf(text: string, font: Font): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const [weight, size] = FONTS[font].split(' ') as [string, string];
  canvas ??= document.createElement('canvas').getContext('2d');
  let width = text.length * LETTER_EM * Number(size);
  if (canvas) {
    // measured as if 1 rem were 16 px, whatever size the reader has chosen
    canvas.font = `${weight} ${Number(size) * 16}px 'Figtree Variable', system-ui, sans-serif`;
    width = canvas.measureText(text).width / 16;
  }
  if (widths.size >= KEPT_MAX) widths.clear();
  widths.set(key, width);
  return width;
}
