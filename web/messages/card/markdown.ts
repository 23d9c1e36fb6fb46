/** Light formatting where it was typed as Markdown (docs/product/web-app.md: Cards of messages). It never makes HTML. */

export type Block = { kind: 'text' | 'code' | 'item'; text: string; mark: string };

/** `text` is what is shown; `at` and `end` are those of the whole mark. */
export type Mark = { at: number; end: number; text: string } & (
  | { kind: 'bold' }
  | { kind: 'code' }
  | { kind: 'link'; href: string }
);

const FENCED = /^```[\w-]*\n([\s\S]*?)\n?^```[^\S\n]*$\n?/gm;
const ITEM = /^[^\S\n]{0,3}([-*•]|\d{1,3}[.)])[^\S\n]+(?=\S)/;
const MARKS =
  /`(?<code>[^`\n]+)`|(?<![*\p{L}\p{N}])\*\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*\*(?![*\p{L}\p{N}])|\[(?<words>[^[\]\n]+)\]\((?<href>https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)/giu;
const MAY_LEAD_ELSEWHERE = /\.\p{L}{2}|:\/\//u;

export function textBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const { 0: whole, 1: code = '', index } of text.matchAll(FENCED)) {
    addLines(blocks, text.slice(at, index).replace(/\n$/, ''));
    blocks.push({ kind: 'code', text: code, mark: '' });
    at = index + whole.length;
  }
  addLines(blocks, text.slice(at));
  return blocks;
}

/** One line alone is no list: it may be a signature (`- Ann`) or a date (`3. May`). */
function addLines(blocks: Block[], text: string) {
  if (text === '') return;
  const lines = text.split('\n').map((line) => ({ line, mark: ITEM.exec(line) }));
  for (const [n, { line, mark }] of lines.entries()) {
    if (mark && (lines[n - 1]?.mark || lines[n + 1]?.mark))
      blocks.push({ kind: 'item', text: line.slice(mark[0].length), mark: mark[1]! });
    else if (n > 0 && blocks.at(-1)?.kind === 'text') blocks.at(-1)!.text += `\n${line}`;
    else blocks.push({ kind: 'text', text: line, mark: '' });
  }
}

export function findMarks(text: string): Mark[] {
  if (!/[*`\]]/.test(text)) return [];
  return [...text.matchAll(MARKS)].flatMap(({ 0: whole, index: at, groups = {} }): Mark[] => {
    const place = { at, end: at + whole.length };
    const { code, bold, words, href } = groups;
    if (code) return [{ kind: 'code', text: code, ...place }];
    if (bold) return [{ kind: 'bold', text: bold, ...place }];
    // words that look like an address could name another one than that of the link
    if (!words || !href || MAY_LEAD_ELSEWHERE.test(words) || !URL.canParse(href)) return [];
    return [{ kind: 'link', text: words, href, ...place }];
  });
}

/** The text without its marks, where there is only room for words. */
export function plainText(text: string): string {
  let plain = '';
  let at = 0;
  for (const mark of findMarks(text)) {
    plain += text.slice(at, mark.at) + mark.text;
    at = mark.end;
  }
  return plain + text.slice(at);
}
