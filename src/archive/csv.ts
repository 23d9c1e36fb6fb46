import { parse } from 'csv-parse/sync';
import type { App } from '../app';
import { VisibleError } from '../errors';
import { type ArchivedMessage, readMessages, type Whose } from './messages';
import { parseForeignMessage, parseOwnMessage } from './text-formats';

const COLUMNS = ['id', 'created', 'edited', 'from', 'source', 'tags', 'content'] as const;

/** What a spreadsheet would take for a formula; an apostrophe in front makes it text, and is taken away again. */
const FORMULA = /^['=+\-@\t\r]/;

/** By which Excel knows UTF-8; without it all but English is garbled there. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A row a message (RFC 4180), its tags with spaces between. Media are not in it. */
export function* writeCsv(app: App, whose: Whose, counted: () => void): Generator<string> {
  yield BYTE_ORDER_MARK + row([...COLUMNS]);
  for (const { id, createdAt, editedAt, from, source, boards, content } of readMessages(app, whose)) {
    counted();
    const [created, edited] = [createdAt, editedAt].map((at) =>
      at === null ? '' : new Date(at).toISOString(),
    );
    yield row([
      id,
      created ?? '',
      edited ?? '',
      from ?? '',
      source,
      boards.map(({ tag }) => tag).join(' '),
      content,
    ]);
  }
}

const row = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Our own, or any with a column `content`; `tags` and `created` are read where they are. Throws a VisibleError that names the row. */
export function readCsv(text: string, file: string): ArchivedMessage[] {
  const refuse = (why: string) => new VisibleError('BAD_REQUEST', `${file} cannot be imported: ${why}`);
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
    throw refuse((error as Error).message);
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
      Object.entries(row).map(([key, value]) => [key, FORMULA.test(value) ? value.replace(/^'/, '') : value]),
    );
    const list = tags.split(/[\s,]+/).filter(Boolean);
    try {
      return id
        ? parseOwnMessage({ ...rest, id, created, edited: edited || null, from, tags: list, content })
        : parseForeignMessage({ content, tags: list, createdAt: Date.parse(created ?? ''), from });
    } catch (error) {
      throw refuse(`row ${index + 2}: ${(error as Error).message}`);
    }
  });
}
