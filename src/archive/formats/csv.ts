import { COLUMNS, undefuse } from '../csv';
import { orUnreadable, parseAt, parseOwnMessage, splitTags } from '../notes';
import { parseTime } from '../written-times';
import { toImported } from './archived-files';
import { readDatedRows } from './days';
import type { Entry, Format, Note } from './format';
import { leftColumns } from './parts';
import { columnsOf, type Row, readRows } from './tables';

const TIME_COLUMNS = ['created', 'created_at', 'createdat', 'timestamp', 'date'];
const BEFORE = ['title', 'url', 'link', 'href'];
const AFTER = ['note', 'notes', 'description', 'comment'];
const TAKEN = new Set(['content', 'from', 'tags', 'labels', 'folder', ...TIME_COLUMNS, ...BEFORE, ...AFTER]);

export const csv: Format = {
  general: true,
  name: 'CSV',
  takes: 'any file with a column "content"',
  recognises: async (bundle) =>
    bundle.kind === 'file' && (await columnsOf(bundle, bundle.paths[0] ?? '')).includes('content'),
  async *entries(bundle, { phone }) {
    const path = bundle.paths[0] ?? '';
    const columns = await columnsOf(bundle, path);
    const isOwn = COLUMNS.every((name) => columns.includes(name));
    const leftOut = leftColumns();
    for await (const row of isOwn ? readRows(bundle, path) : readDatedRows(bundle, path, phone)) {
      if (row.remark) yield { remark: row.remark };
      if (!isOwn) leftOut.add(row.cells, TAKEN);
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
    yield* leftOut.entries();
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
  const content = text('content');
  const others = (names: string[]) =>
    names.map((name) => text(name).trim()).filter((words) => words !== '' && !content.includes(words));
  return {
    text: [...others(BEFORE), content, ...others(AFTER)].filter(Boolean).join('\n'),
    tags: [...splitTags(text('tags')), ...splitTags(text('labels')), text('folder')],
    createdAt: parseTime(time ?? ''),
    from: text('from'),
  };
}
