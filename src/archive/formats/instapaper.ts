import { parseJson } from '../../outside/lenient';
import { hasColumns, linkRowReader, partFormat } from './parts';
import { MARKS } from './saved-link';

// Instapaper writes the columns URL, Title, Selection, Folder, often Timestamp, and since 2024 Tags, a JSON array.

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
  isPart: hasColumns('url', 'title', 'selection', 'folder'),
  read: linkRowReader((cell) => {
    const folder = cell('folder');
    const mark = FOLDER_MARKS.get(folder);
    return {
      url: cell('url').replace(SENT_TEXT, ''),
      title: cell('title'),
      description: cell('selection'),
      tags: [...parseTags(cell('tags')), mark ? '' : folder],
      marks: [mark],
      time: cell('timestamp'),
    };
  }),
});

function parseTags(written: string): string[] {
  const parsed = parseJson(written);
  return Array.isArray(parsed) ? parsed.filter((tag) => typeof tag === 'string') : [];
}
