import { decodeHTMLAttribute } from 'entities';
import type { Bundle } from '../bundle';
import { type HtmlToken, readHtmlTokens, TokenTooLong } from '../html-tokens';
import { NOTE_CHARACTERS_MAX, refusal } from '../notes';

/** Yields the tags and texts of an HTML file. Throws a VisibleError if a tag or a text is too long. */
export async function* tokensOf(bundle: Bundle, path: string): AsyncGenerator<HtmlToken> {
  try {
    yield* readHtmlTokens(bundle.texts(path), NOTE_CHARACTERS_MAX);
  } catch (error) {
    throw error instanceof TokenTooLong ? refusal(bundle.name, error.message) : error;
  }
}

/** Returns the value of an attribute in double quotes, or an empty string if there is none. */
export function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes) ?? [];
  return decodeHTMLAttribute(value);
}
