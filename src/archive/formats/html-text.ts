import { decodeHTML } from 'entities';
import { readHtmlTokens } from '../html-tokens';
import { NOTE_CHARACTERS_MAX } from '../notes';
import { attribute } from './html';

const BLOCKS = /^(ADDRESS|BLOCKQUOTE|BR|DIV|DL|DT|DD|H[1-6]|HR|LI|OL|P|PRE|TABLE|TR|UL)$/;
const HIDDEN = /^(HEAD|SCRIPT|STYLE|TITLE|TEMPLATE)$/;

export type HtmlText = { text: string; sources: string[] };

/**
 * In the text, `- ` stands before each item of a list, and the address of a link stands after the words of
 * the link.
 */
export async function readHtmlText(chunks: AsyncIterable<string>): Promise<HtmlText> {
  let text = '';
  let hidden = '';
  let href = '';
  let linked = 0; // where the words of the open link begin
  const sources: string[] = [];
  const newLine = () => {
    text = text.replace(/[ \t]+$/, '');
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  for await (const { tag, closing, attributes, text: html } of readHtmlTokens(chunks, MAX)) {
    if (hidden !== '') {
      if (tag === hidden && closing) hidden = '';
    } else if (html) {
      const words = decodeHTML(html).replace(/[ \t\r\n]+/g, ' ');
      text += text === '' || /\s$/.test(text) ? words.trimStart() : words;
    } else if (HIDDEN.test(tag) && !closing) hidden = tag;
    else if (tag === 'A' && !closing) {
      href = attribute(attributes, 'href');
      linked = text.length;
    } else if (tag === 'A') {
      const words = text.slice(linked).trim();
      if (/^https?:/i.test(href) && words !== href) text += words ? ` (${href})` : href;
      href = '';
    } else if (/^(IMG|OBJECT|EMBED|VIDEO|AUDIO)$/.test(tag) && !closing) {
      const source = attribute(attributes, tag === 'OBJECT' ? 'data' : 'src');
      if (source) sources.push(source);
    } else if (BLOCKS.test(tag)) {
      if (tag === 'BR') text += '\n';
      else newLine();
      if (tag === 'LI' && !closing) text += '- ';
    } else if (/^T[DH]$/.test(tag) && closing) text += ' ';
  }
  return {
    text: text
      .replace(/[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    sources,
  };
}

/** The limit is high, because a tag may contain a picture in base64. */
const MAX = 24 * NOTE_CHARACTERS_MAX;
