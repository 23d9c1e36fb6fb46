import { parse } from 'csv-parse/sync';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { type ArchivedMessage, readMessages } from './messages';
import { parseForeignMessage, parseOwnMessage } from './text-formats';

const COLUMNS = ['id', 'created', 'edited', 'from', 'source', 'tags', 'content'] as const;

/**
 * Matches cells that a spreadsheet takes for a formula, and cells that begin with an apostrophe. An export
 * puts an apostrophe before them, and an import removes it.
 */
const FORMULA_START = /^['=+\-@\t\r]/;

/** Excel reads a file as UTF-8 only if the file begins with this character. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Yields a CSV file (RFC 4180) with one row for each message. Media are left out. `onMessage` is called for
 * each message.
 */
export function* writeCsv(app: App, person: User | null, onMessage: () => void): Generator<string> {
  yield BYTE_ORDER_MARK + row([...COLUMNS]);
  for (const { id, createdAt, editedAt, from, source, boards, content } of readMessages(app, person)) {
    onMessage();
    yield row([
      id,
      new Date(createdAt).toISOString(),
      editedAt === null ? '' : new Date(editedAt).toISOString(),
      from ?? '',
      source,
      boards.map(({ tag }) => tag).join(' '),
      content,
    ]);
  }
}

const row = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Reads a CSV file that Tagline has exported, or any other with a column `content`. The columns `tags` and
 * `created` are optional. Throws a VisibleError that names the first invalid row.
 */
export function readCsv(text: string, file: string): ArchivedMessage[] {
  const unreadable = (reason: string) =>
    new VisibleError('BAD_REQUEST', `${file} cannot be imported: ${reason}`);
  let rows: Record<string, string>[];
  try {
    rows = parse(text, {
      bom: true,
      skip_empty_lines: true,
      columns: (names: string[]) => {
        if (!names.includes('content')) throw new Error('it has no column "content".');
        return names;
      },
    });
  } catch (error) {
    throw unreadable((error as Error).message);
  }
  return rows.map((row, index) => {
    const {
      id,
      created,
      edited,
      from,
      tags = '',
      content = '',
      ...rest
    } = Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        FORMULA_START.test(value) ? value.replace(/^'/, '') : value,
      ]),
    );
    const list = tags.split(/[\s,]+/).filter(Boolean);
    try {
      return id
        ? parseOwnMessage({ ...rest, id, created, edited: edited || null, from, tags: list, content })
        : parseForeignMessage({ content, tags: list, createdAt: Date.parse(created ?? ''), from });
    } catch (error) {
      throw unreadable(`row ${index + 2}: ${(error as Error).message}`);
    }
  });
}
