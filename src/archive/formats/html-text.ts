import { readMarkup } from '../../outside/markup';
import { NOTE_CHARACTERS_MAX } from '../notes';

const BLOCKS = /^(address|blockquote|br|div|dl|dt|dd|h[1-6]|hr|li|ol|p|pre|table|tr|ul)$/;
const HIDDEN = /^(head|script|style|title|template)$/;
// The limit is high, because a tag may contain a picture in base64.
const TAG_CHARACTERS_MAX = 24 * NOTE_CHARACTERS_MAX;

/** In the text, `- ` stands before each item of a list, and the address of a link after the words of the link. */
export async function readHtmlText(
  chunks: AsyncIterable<string>,
): Promise<{ text: string; sources: string[] }> {
  const lines: string[] = [];
  let line = '';
  let hidden = '';
  let link = { href: '', line: 0, at: 0 };
  const sources: string[] = [];
  const endLine = () => {
    lines.push(withoutSpacesAtEnd(line));
    line = '';
  };
  const endLink = () => {
    if (!/^https?:/i.test(link.href)) return;
    const words = [...lines.slice(link.line), line].join('\n').slice(link.at).trim();
    if (words !== link.href) line += words ? ` (${link.href})` : link.href;
  };
  for await (const { tag, closing, attributes, text } of readMarkup(chunks, { max: TAG_CHARACTERS_MAX })) {
    if (hidden !== '') {
      if (tag === hidden && closing) hidden = '';
    } else if (text) {
      const words = text.replace(/[ \t\r\n]+/g, ' ');
      line += /\s/.test(line.at(-1) ?? ' ') ? words.trimStart() : words;
    } else if (HIDDEN.test(tag) && !closing) hidden = tag;
    else if (tag === 'a') {
      if (closing) endLink();
      link = { href: closing ? '' : (attributes.href ?? ''), line: lines.length, at: line.length };
    } else if (/^(img|object|embed|video|audio)$/.test(tag) && !closing) {
      const source = tag === 'object' ? attributes.data : attributes.src;
      if (source) sources.push(source);
    } else if (BLOCKS.test(tag)) {
      line = withoutSpacesAtEnd(line);
      if (line !== '' || tag === 'br') endLine();
      if (tag === 'li' && !closing) line = '- ';
    } else if (/^t[dh]$/.test(tag) && closing) line += ' ';
  }
  endLine();
  return {
    text: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    sources,
  };
}

/** An expression such as `/ +$/` would take a time that grows with the square of the number of spaces. */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
