import type { Bundle } from '../bundle';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Format } from './format';
import { linesOf } from './lines';
import { placeIn, visiblePaths } from './parts';
import { toEntry } from './saved-link';

const ONE_TAB = /^https?:\/\/\S+ \| ./;
/** A longer file is judged by its beginning, of which the last line may be cut. */
const START_BYTES = 4096;
const ADDRESS = /^"?https?:\/\/[^\s",;]+"?$/;

/** OneTab writes `ADDRESS | TITLE`, with an empty line between groups. */
export const oneTab: Format = listFormat('OneTab', 'text of its export', (lines) =>
  lines.some((line) => ONE_TAB.test(line)),
);

/** Also the bookmarks that Mastodon exports as CSV. */
export const addresses: Format = listFormat(
  'List of addresses',
  'text with an address in each line, such as bookmarks of Mastodon in CSV',
  (lines) => lines.every((line) => ADDRESS.test(line)),
);

function listFormat(name: string, takes: string, isList: (lines: string[]) => boolean): Format {
  return {
    name,
    takes,
    // a folder of notes may have a note that is only an address
    async recognises(bundle) {
      const paths = visiblePaths(bundle);
      for (const path of paths.slice(0, 100)) if (!(await isOfAddresses(bundle, path, isList))) return false;
      return paths.length > 0;
    },
    async *entries(bundle) {
      for (const path of visiblePaths(bundle)) yield* readList(bundle, path);
    },
  };
}

async function isOfAddresses(bundle: Bundle, path: string, isList: (lines: string[]) => boolean) {
  const start = (await bundle.start(path)).replace(/^\uFEFF/, '');
  const isWhole = bundle.size(path) < START_BYTES;
  const lines = start.split(/\r?\n/).map((line) => line.trim());
  const whole = (isWhole ? lines : lines.slice(0, -1)).filter(Boolean);
  const isAddress = (line: string) => ONE_TAB.test(line) || ADDRESS.test(line);
  return whole.length > 0 && whole.every(isAddress) && isList(whole);
}

async function* readList(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  let number = 0;
  for await (const written of linesOf(bundle, path, NOTE_CHARACTERS_MAX)) {
    number += 1;
    const line = written.replace(/^\uFEFF/, '').trim();
    if (line === '') continue;
    const place = placeIn(bundle, path, `line ${number}`);
    const [url = '', ...title] = line.split(' | ');
    if (ONE_TAB.test(line)) yield toEntry({ url, title: title.join(' | '), tags: [] }, place);
    else if (ADDRESS.test(line)) yield toEntry({ url: line.replaceAll('"', ''), tags: [] }, place);
    else yield { unreadable: place, reason: 'it is no address' };
  }
}
