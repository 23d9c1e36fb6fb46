import type { Bundle } from '../bundle';

const CHARACTERS_MAX = 300_000;
const KEYS_MAX = 2_000;
const DEPTH_MAX = 50;
const TOKEN = /[{}[\]]|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"?(\s*:)?/g;

const known = new WeakMap<Bundle, Map<string, Set<string>>>();

/**
 * Accepts files whose beginning has all `keys` in the entries of one of the `lists`; the list '' is an array that is
 * the whole file. Other programs have other sets of keys, while words such as "url" occur in many files.
 */
export const hasKeys =
  (lists: string[], ...keys: string[]) =>
  async (bundle: Bundle, path: string): Promise<boolean> => {
    const found = await keysOf(bundle, path);
    return lists.some((list) => keys.every((key) => found.has(`${list}[].${key}`)));
  };

/** Returns keys such as `[].url` or `bookmarks[].tags`. */
export async function keysOf(bundle: Bundle, path: string): Promise<Set<string>> {
  const ofBundle = known.get(bundle) ?? new Map<string, Set<string>>();
  known.set(bundle, ofBundle);
  const keys = ofBundle.get(path) ?? keysIn(await readBeginning(bundle, path));
  ofBundle.set(path, keys);
  return keys;
}

async function readBeginning(bundle: Bundle, path: string): Promise<string> {
  let text = '';
  if (/^\uFEFF?\s*[[{]/.test(await bundle.start(path)))
    try {
      for await (const part of bundle.texts(path)) {
        text += part;
        if (text.length > CHARACTERS_MAX) break;
      }
    } catch {} // a damaged file is reported when it is read
  return text.slice(0, CHARACTERS_MAX);
}

function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  const open: string[] = [];
  let place = '';
  for (const [token, word = '', colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(place);
      if (token === '[') place += '[]';
    } else if (token === '}' || token === ']') place = open.pop() ?? '';
    else if (colon) {
      const parent = open.at(-1) ?? '';
      place = `${parent}${parent && '.'}${word.slice(0, 100)}`;
      keys.add(place);
    }
    if (open.length > DEPTH_MAX || keys.size > KEYS_MAX) break;
  }
  return keys;
}
