import { readMarkup } from '../../outside/markup';
import { NOTE_CHARACTERS_MAX } from '../notes';

const BLOCKS = /^(address|blockquote|br|div|dl|dt|dd|h[1-6]|hr|li|ol|p|pre|table|tr|ul)$/;
const HIDDEN = /^(head|script|style|title|template)$/;
// The limit is high, because a tag may contain a picture in base64.
const TAG_CHARACTERS_MAX = 24 * NOTE_CHARACTERS_MAX;

const SOURCES_MAX = 1_000;

/**
 * In the text, `- ` stands before each item of a list, and the address of a link after the words of the link. The
 * text ends where it has more characters than a note may have.
 */
export async function readHtmlText(
  chunks: AsyncIterable<string>,
): Promise<{ text: string; sources: string[] }> {
  const lines: string[] = [];
  let characters = 0;
  let line = '';
  // to ask `line` itself for its last character would copy it each time
  let endsInSpace = true;
  let hidden = '';
  let link = { href: '', words: '' };
  const sources: string[] = [];
  const add = (text: string) => {
    if (text === '') return;
    line += text;
    link.words += text;
    characters += text.length;
    endsInSpace = /\s$/.test(text.slice(-1));
  };
  const endLine = () => {
    lines.push(withoutSpacesAtEnd(line));
    link.words += '\n';
    characters += 1;
    line = '';
    endsInSpace = true;
  };
  const endLink = () => {
    if (!/^https?:/i.test(link.href)) return;
    const words = link.words.trim();
    if (words !== link.href) add(words ? ` (${link.href})` : link.href);
  };
  for await (const { tag, closing, attributes, text } of readMarkup(chunks, { max: TAG_CHARACTERS_MAX })) {
    if (characters > NOTE_CHARACTERS_MAX) break;
    if (hidden !== '') {
      if (tag === hidden && closing) hidden = '';
    } else if (text) {
      const words = text.replace(/[ \t\r\n]+/g, ' ');
      add(endsInSpace ? words.trimStart() : words);
    } else if (HIDDEN.test(tag) && !closing) hidden = tag;
    else if (tag === 'a') {
      if (closing) endLink();
      link = { href: closing ? '' : (attributes.href ?? ''), words: '' };
    } else if (/^(img|object|embed|video|audio)$/.test(tag) && !closing) {
      const source = tag === 'object' ? attributes.data : attributes.src;
      if (source && sources.length < SOURCES_MAX) sources.push(source);
    } else if (BLOCKS.test(tag)) {
      if (tag === 'br' || withoutSpacesAtEnd(line) !== '') endLine();
      else [line, endsInSpace] = ['', true];
      if (tag === 'li' && !closing) add('- ');
    } else if (/^t[dh]$/.test(tag) && closing) add(' ');
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
