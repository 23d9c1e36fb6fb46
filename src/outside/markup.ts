import { Tokenizer } from 'htmlparser2';

/** A tag with its name in lower case, or the text between two tags. */
export type Token = {
  tag: string;
  closing: boolean;
  attributes: Record<string, string>;
  text: string;
  isCut?: boolean;
};

export class TokenTooLong extends Error {}

/** Further attributes of a tag are left out. */
const ATTRIBUTES_MAX = 1_000;

/** With `cuts`, a text that is longer than `max` loses its end. */
type Options = { xml?: boolean; max?: number; cuts?: boolean };

/** Yields the tokens of HTML or XML. Throws a TokenTooLong if a token has not ended after `max` characters. */
export async function* readMarkup(chunks: AsyncIterable<string>, options: Options): AsyncGenerator<Token> {
  const reader = createReader(options);
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

export function parseMarkup(html: string): Token[] {
  const reader = createReader({});
  return [...reader.read(html), ...reader.end()];
}

// Uses the Tokenizer of the package and not its Parser: the Parser compares each closing tag with all open
// elements, so the time for a hostile file would grow with the square of its length.
function createReader({ xml: xmlMode = false, max = Number.POSITIVE_INFINITY, cuts = false }: Options) {
  let tokens: Token[] = [];
  let [rest, restAt, length, tokenAt] = ['', 0, 0, 0];
  let [tag, name, value, text] = ['', '', '', ''];
  let attributes: Token['attributes'] = {};
  let count = 0;
  let isCut = false;

  const slice = (from: number, to: number): string => {
    const found = rest.slice(from - restAt, to - restAt);
    rest = rest.slice(to - restAt);
    restAt = to;
    return found;
  };
  const addText = (piece: string) => {
    if (cuts && text.length + piece.length > max) {
      isCut = true;
      tokenAt = length;
    } else text += piece;
  };
  const addValue = (piece: string) => {
    value += piece;
  };
  const endText = (_from: number, end: number) => {
    if (text) tokens.push({ tag: '', closing: false, attributes: {}, text, ...(isCut && { isCut }) });
    text = '';
    isCut = false;
    tokenAt = end;
  };
  const endTag = (end: number) => {
    endText(end, end);
    tokens.push({ tag, closing: false, attributes, text: '' });
  };
  const take = (): Token[] => {
    const taken = tokens;
    tokens = [];
    return taken;
  };
  const tokenizer = new Tokenizer(
    { xmlMode },
    {
      ontext: (from, to) => addText(slice(from, to)),
      ontextentity: (code) => addText(String.fromCodePoint(code)),
      oncdata: (from, to, offset) => addText(slice(from, to - offset)),
      onopentagname(from, to) {
        tag = slice(from, to).toLowerCase();
        attributes = Object.create(null);
        count = 0;
      },
      onattribname(from, to) {
        name = slice(from, to).toLowerCase();
        value = '';
      },
      onattribdata: (from, to) => addValue(slice(from, to)),
      onattribentity: (code) => addValue(String.fromCodePoint(code)),
      onattribend() {
        if (count++ < ATTRIBUTES_MAX) attributes[name] ??= value;
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(from, to) {
        endText(from, to);
        tokens.push({ tag: slice(from, to).toLowerCase(), closing: true, attributes: {}, text: '' });
      },
      oncomment: endText,
      ondeclaration: endText,
      onprocessinginstruction: endText,
      onend: () => endText(length, length),
    },
  );
  return {
    read(chunk: string): Token[] {
      rest += chunk;
      length += chunk.length;
      tokenizer.write(chunk);
      if (length - tokenAt > max) throw new TokenTooLong(`a tag or text has more than ${max} characters.`);
      return take();
    },
    end(): Token[] {
      tokenizer.end();
      return take();
    },
  };
}
