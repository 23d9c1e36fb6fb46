import { COLUMNS, undefuse } from '../csv';
import { orUnreadable, parseAt, parseOwnMessage, splitTags } from '../notes';
import { parseTime } from '../written-times';
import { toImported } from './archived-files';
import type { Entry, Format, Note } from './format';
import { columnsOf, type Row, readRows } from './tables';

const TIME_COLUMNS = ['created', 'created_at', 'createdat', 'timestamp', 'date'];

export const csv: Format = {
  name: 'CSV',
  takes: 'any file with a column "content"',
  recognises: async (bundle) =>
    bundle.kind === 'file' && (await columnsOf(bundle, bundle.paths[0] ?? '')).includes('content'),
  async *entries(bundle) {
    const path = bundle.paths[0] ?? '';
    const columns = await columnsOf(bundle, path);
    const isOwn = COLUMNS.every((name) => columns.includes(name));
    for await (const row of readRows(bundle, path)) {
      const place = `row ${row.number}`;
      yield isOwn && row.cells.id
        ? {
            message: toImported(
              bundle,
              parseAt(bundle.name, place, () => parseOwnRow(row)),
            ),
          }
        : orUnreadable(place, (): Entry => ({ note: toNote(row) }));
    }
  },
};

function parseOwnRow({ cells: written }: Row) {
  const cells = Object.fromEntries(Object.entries(written).map(([name, cell]) => [name, undefuse(cell)]));
  return parseOwnMessage({
    ...cells,
    edited: cells.edited || null,
    tags: splitTags(cells.tags ?? ''),
    media: [],
  });
}

function toNote({ cells }: Row): Note {
  const text = (name: string) => cells[name]?.replace(/^'(?=[=+\-@])/, '') ?? '';
  const time = TIME_COLUMNS.map(text).find((cell) => cell.trim() !== '');
  return {
    text: text('content'),
    tags: splitTags(text('tags')),
    createdAt: parseTime(time ?? ''),
    from: text('from'),
  };
}
