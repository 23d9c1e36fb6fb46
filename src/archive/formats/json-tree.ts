import type { z } from 'zod';
import { parseJson } from '../../outside/lenient';
import type { Bundle } from '../bundle';
import type { Entry } from './format';

/** A tree must be whole in memory; 50,000 bookmarks of a browser have 20 MB. */
const TREE_BYTES_MAX = 32_000_000;

/** For files whose parts refer to each other, so that they cannot be read item by item. */
export const treeReader = <T>(
  schema: z.ZodType<T>,
  toEntries: (tree: T, bundle: Bundle, path: string) => Iterable<Entry> | AsyncIterable<Entry>,
) =>
  async function* read(bundle: Bundle, path: string): AsyncGenerator<Entry> {
    let text = '';
    try {
      text = await bundle.text(path, TREE_BYTES_MAX);
    } catch (error) {
      yield { unreadable: path, reason: (error as Error).message };
      return;
    }
    const parsed = schema.safeParse(parseJson(text.replace(/^\uFEFF/, '')));
    if (parsed.success) yield* toEntries(parsed.data, bundle, path);
    else yield { unreadable: path, reason: 'it is not valid JSON, or not as the program writes it' };
  };
