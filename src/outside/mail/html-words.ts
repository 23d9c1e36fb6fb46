import { parseMarkup } from '../markup';

const HIDDEN = new Set(['head', 'style', 'script', 'title', 'template', 'noscript']);
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr', 'area', 'base', 'source']);
const PARAGRAPHS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'ul',
  'ol',
  'table',
  'hr',
]);
const LINES = new Set([
  'div',
  'tr',
  'li',
  'section',
  'article',
  'header',
  'footer',
  'center',
  'dt',
  'dd',
  'pre',
]);
const INVISIBLE = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|mso-hide\s*:\s*all/i;

/** Quotes begin with `> `, as in plain text; a link stands behind its words. */
export function htmlWords(html: string): string {
  let text = '';
  let quoted = 0;
  let pre = 0;
  let hidden = '';
  let depth = 0;
  let link: { url: string; at: number } | null = null;

  const breakLine = (lines: number) => {
    const present = /\n*$/.exec(text.slice(-3).replace(/[> ]+$/, ''))![0].length;
    if (text.trim()) text = text.replace(/[ \t]+$/, '') + '\n'.repeat(Math.max(lines - present, 0));
  };
  const write = (words: string) => {
    const fresh = words && (text === '' || text.endsWith('\n'));
    text += fresh ? '> '.repeat(quoted) + words.trimStart() : words;
  };

  for (const { tag, closing, attributes, text: words } of parseMarkup(html)) {
    if (hidden) {
      if (tag === hidden) depth += closing ? -1 : 1;
      if (depth === 0) hidden = '';
    } else if (!tag) {
      if (pre) for (const [n, line] of words.split('\n').entries()) write((n ? '\n' : '') + line);
      else {
        const plain = words.replace(/(?:[\s\u200b\u200c\u00ad\ufeff]|\u034f)+/g, ' ');
        if (plain !== ' ' || !/\s$/.test(text)) write(plain === ' ' && !text ? '' : plain);
      }
    } else if (!closing && !VOID.has(tag) && (HIDDEN.has(tag) || INVISIBLE.test(attributes.style ?? ''))) {
      hidden = tag;
      depth = 1;
    } else if (tag === 'br') text = `${text.replace(/[ \t]+$/, '')}\n`;
    else if (tag === 'a') {
      if (closing && link) write(urlAfter(text.slice(link.at), link.url));
      link = closing ? null : { url: attributes.href ?? '', at: text.length };
    } else if (tag === 'td' || tag === 'th') {
      if (closing && !/\s$/.test(text)) text += ' ';
    } else if (PARAGRAPHS.has(tag) || LINES.has(tag)) {
      breakLine(PARAGRAPHS.has(tag) ? 2 : 1);
      if (tag === 'blockquote') quoted = Math.max(0, quoted + (closing ? -1 : 1));
      if (tag === 'pre') pre = Math.max(0, pre + (closing ? -1 : 1));
      if (tag === 'li' && !closing) write('- ');
    }
  }
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Nothing if the words are the address, or it leads nowhere. */
function urlAfter(words: string, url: string): string {
  const bare = (address: string) => address.trim().replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/gi, '');
  if (!/^https?:\/\//i.test(url) || !words.trim()) return '';
  return bare(words) === bare(url) ? '' : ` ${url}`;
}
