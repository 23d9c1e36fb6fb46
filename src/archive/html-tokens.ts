export type HtmlToken = { tag: string; closing: boolean; attributes: string; text: string };

const NO_TAG = { tag: '', closing: false, attributes: '' };

export class TokenTooLong extends Error {}

const TAG_START = /<(?:(\/?)([a-z][^\s/>]*)|[!?])/iy;
const NEXT_TAG = /<(?=\/?[a-z]|[!?])/gi;
const TAG_END_OR_VALUE = />|=\s*(?:"[^"]*"|'[^']*')/g;

export async function* readHtmlTokens(chunks: AsyncIterable<string>, max: number): AsyncGenerator<HtmlToken> {
  let rest = '';
  let readAt = 0; // a long token is read again only after its length has doubled, to keep the time linear
  for await (const chunk of chunks) {
    rest += chunk;
    if (rest.length >= readAt || rest.length > max) {
      rest = yield* readTokens(rest);
      readAt = 2 * rest.length;
    }
    if (rest.length > max) throw new TokenTooLong(`a tag or text has more than ${max} characters.`);
  }
  rest = yield* readTokens(rest);
  if (rest) yield { ...NO_TAG, text: rest };
}

function* readTokens(html: string): Generator<HtmlToken, string> {
  let from = 0;
  for (let read = readToken(html, from); read; read = readToken(html, from)) {
    yield read.token;
    from = read.end;
  }
  return html.slice(from);
}

function readToken(html: string, from: number): { token: HtmlToken; end: number } | null {
  TAG_START.lastIndex = from;
  const start = TAG_START.exec(html);
  if (!start) {
    NEXT_TAG.lastIndex = from;
    const next = NEXT_TAG.exec(html);
    return next && { token: { ...NO_TAG, text: html.slice(from, next.index) }, end: next.index };
  }
  const [opening, slash, name = ''] = start;
  TAG_END_OR_VALUE.lastIndex = from + opening.length;
  for (;;) {
    const found = TAG_END_OR_VALUE.exec(html);
    if (!found) return null;
    if (found[0] !== '>') continue;
    const attributes = html.slice(from + opening.length, found.index);
    const token = { tag: name.toUpperCase(), closing: slash === '/', attributes, text: '' };
    return { token, end: found.index + 1 };
  }
}
