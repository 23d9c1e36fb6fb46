import { parseJson } from '../../outside/lenient';
import { hasColumns, partFormat, rowReader } from './parts';
import { MARKS, toEntry } from './saved-link';

// Instapaper writes the columns URL, Title, Selection, Folder, Timestamp, and since 2024 Tags, a JSON array.

const FOLDER_MARKS = new Map([
  ['Unread', MARKS.toRead],
  ['Archive', MARKS.archived],
  ['Starred', MARKS.favorite],
]);
/** Matches the addresses of texts that people have sent to Instapaper. */
const SENT_TEXT = /^instapaper:.*/;

export const instapaper = partFormat({
  name: 'Instapaper',
  takes: 'CSV',
  isPart: hasColumns('url', 'title', 'selection', 'folder', 'timestamp'),
  read: rowReader((cell, place) => {
    const folder = cell('folder');
    const mark = FOLDER_MARKS.get(folder);
    return toEntry(
      {
        url: cell('url').replace(SENT_TEXT, ''),
        title: cell('title'),
        description: cell('selection'),
        tags: [...parseTags(cell('tags')), mark ? '' : folder],
        marks: [mark],
        time: cell('timestamp'),
      },
      place,
    );
  }),
});

function parseTags(written: string): string[] {
  const parsed = parseJson(written);
  return Array.isArray(parsed) ? parsed.filter((tag) => typeof tag === 'string') : [];
}
