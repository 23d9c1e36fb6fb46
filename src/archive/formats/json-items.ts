import type { z } from 'zod';
import type { Bundle } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry } from './format';
import { placeIn } from './parts';
import { type SavedLink, toEntry } from './saved-link';

const BUFFER_BYTES = 64 * 1024;
const NEXT_PAGE = ['next', 'nextPageToken', 'nextCursor'];

export const itemReader = <T>(
  keys: string[],
  schema: z.ZodType<T>,
  toEntry: (item: T, place: string) => Entry,
) =>
  async function* read(bundle: Bundle, path: string): AsyncGenerator<Entry> {
    let number = 0;
    let hasNextPage = false;
    const onNextPage = () => {
      hasNextPage = true;
    };
    try {
      for await (const item of readItems(bundle, path, keys, onNextPage)) {
        const place = placeIn(bundle, path, `item ${++number}`);
        const parsed = schema.safeParse(item);
        yield parsed.success
          ? toEntry(parsed.data, place)
          : { unreadable: place, reason: 'it is not like the others' };
      }
    } catch (error) {
      yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
    }
    // if there are several files, the other files are the next pages
    if (hasNextPage && bundle.kind === 'file')
      yield { unreadable: 'the next page', reason: `${path} is only the first page of the answer` };
  };

export const linkReader = <T>(keys: string[], schema: z.ZodType<T>, toLink: (item: T) => SavedLink) =>
  itemReader(keys, schema, (item, place) => toEntry(toLink(item), place));

export async function* readItems(
  bundle: Bundle,
  path: string,
  keys: string[],
  onNextPage = () => {},
): AsyncGenerator<unknown> {
  const isArray = /^\s*\[/.test(await bundle.start(path));
  const paths = isArray
    ? ['$.*']
    : [...keys.map((key) => `$.${key}.*`), ...NEXT_PAGE.map((key) => `$.${key}`)];
  for await (const { key, value } of readValues(bundle, path, paths))
    if (typeof key === 'number') yield value;
    else if (value) onNextPage();
}

/**
 * Keeps only the values of one chunk of the file in memory. Throws an Error if the file is not valid JSON, or if
 * `max` characters bring no value: one may take two hundred times as many bytes of memory.
 */
export async function* readValues(
  bundle: Bundle,
  path: string,
  paths: string[],
  max = NOTE_CHARACTERS_MAX,
): AsyncGenerator<{ key: unknown; value: unknown }> {
  // this package is imported only here, because few servers ever need it
  const { JSONParser } = await import('@streamparser/json');
  // without buffers, the parser keeps each character of a string as a string of its own
  const parser = new JSONParser({
    paths,
    keepStack: false,
    stringBufferSize: BUFFER_BYTES,
    numberBufferSize: BUFFER_BYTES,
  });
  let characters = 0; // since the last value
  let values: { key: unknown; value: unknown }[] = [];
  let isValid = true;
  parser.onValue = ({ key, value }) => void values.push({ key, value });
  parser.onError = () => {
    isValid = false;
  };
  const parse = (step: () => void) => {
    values = [];
    try {
      step();
    } catch {
      isValid = false;
    }
    return values;
  };
  for await (const text of bundle.texts(path)) {
    const found = parse(() => parser.write(text));
    characters = found.length > 0 ? 0 : characters + text.length;
    if (characters > max) throw new Error(`a part of it has more than ${max} characters`);
    yield* found;
    if (!isValid) break;
  }
  if (isValid && !parser.isEnded) yield* parse(() => parser.end());
  if (!isValid) throw new Error('it is not valid JSON');
}
