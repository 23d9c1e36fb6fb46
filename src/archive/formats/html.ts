import { readMarkup, type Token, TokenTooLong } from '../../outside/markup';
import type { Bundle } from '../bundle';
import { NOTE_CHARACTERS_MAX, refusal } from '../notes';

/** Yields the tags and texts of an HTML or XML file. Throws a VisibleError if a tag or a text is too long. */
export async function* tokensOf(
  { name }: Bundle,
  texts: AsyncIterable<string>,
  { xml = false, max = NOTE_CHARACTERS_MAX, cuts = false } = {},
): AsyncGenerator<Token> {
  try {
    yield* readMarkup(texts, { xml, max, cuts });
  } catch (error) {
    throw error instanceof TokenTooLong ? refusal(name, error.message) : error;
  }
}
