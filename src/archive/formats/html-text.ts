import { readMarkup } from '../../outside/markup';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { ImportedFile } from './format';

const BLOCKS = /^(address|blockquote|br|div|dl|dt|dd|h[1-6]|hr|li|ol|p|pre|table|tr|ul)$/;
/** `en-crypt` is what a person has encrypted in a note of Evernote. */
const HIDDEN = /^(head|script|style|title|template|en-crypt)$/;
// The limit is high, because a tag may contain a picture in base64.
const TAG_CHARACTERS_MAX = 24 * NOTE_CHARACTERS_MAX;

const SOURCES_MAX = 1_000;

/**
 * In the text, `- ` stands before each item of a list, and the address of a link after the words of the link. The
 * text ends where it has more characters than a note may have. `links` are the addresses that are not of web pages.
 */
export async function readHtmlText(
  chunks: AsyncIterable<string>,
): Promise<{ text: string; sources: string[]; links: string[]; encrypted: number }> {
  const lines: string[] = [];
  let characters = 0;
  let line = '';
  // to ask `line` itself for its last character would copy it each time
  let endsInSpace = true;
  let hidden = '';
  let link = { href: '', words: '' };
  const sources: string[] = [];
  const links: string[] = [];
  let encrypted = 0;
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
    if (!/^https?:/i.test(link.href)) {
      if (link.href !== '' && links.length < SOURCES_MAX) links.push(link.href);
      return;
    }
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
    } else if (HIDDEN.test(tag) && !closing) {
      hidden = tag;
      if (tag === 'en-crypt') encrypted += 1;
    } else if (tag === 'en-todo' && !closing) add(attributes.checked === 'true' ? '☑ ' : '☐ ');
    else if (tag === 'a') {
      if (closing) endLink();
      link = { href: closing ? '' : (attributes.href ?? ''), words: '' };
    } else if (/^(img|object|embed|video|audio|en-media)$/.test(tag) && !closing) {
      const source = tag === 'object' ? attributes.data : (attributes.hash ?? attributes.src);
      if (source && sources.length < SOURCES_MAX) sources.push(source);
    } else if (BLOCKS.test(tag)) {
      // Evernote writes the words of an item in a block of their own
      const isItem = line.length === 2 && line === '- ' && /^(div|p)$/.test(tag) && !closing;
      if (tag === 'br' || (withoutSpacesAtEnd(line) !== '' && !isItem)) endLine();
      else if (isItem) continue;
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
    links,
    encrypted,
  };
}

const DATA_URL = /^data:([\w.+/-]+);base64,/;

/** Returns null if the picture is not written in the address itself. */
export function dataFile(source: string): ImportedFile | null {
  const [head, type = ''] = DATA_URL.exec(source) ?? [];
  if (!head) return null;
  const bytes = Buffer.from(source.slice(head.length), 'base64');
  return { name: null, type, bytes: bytes.length, read: async () => new Uint8Array(bytes) };
}

/** An expression such as `/ +$/` would take a time that grows with the square of the number of spaces. */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
