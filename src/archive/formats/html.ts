import { decodeHTMLAttribute } from 'entities';
import type { Bundle } from '../bundle';
import { type HtmlToken, readHtmlTokens, TokenTooLong } from '../html-tokens';
import { NOTE_CHARACTERS_MAX, refusal } from '../notes';

export async function* tokensOf(bundle: Bundle, path: string): AsyncGenerator<HtmlToken> {
  try {
    yield* readHtmlTokens(bundle.texts(path), NOTE_CHARACTERS_MAX);
  } catch (error) {
    throw error instanceof TokenTooLong ? refusal(bundle.name, error.message) : error;
  }
}

export function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes) ?? [];
  return decodeHTMLAttribute(value);
}
