import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { type ArchivedMessage, readMessages } from './messages';
import {
  MESSAGE_CHARACTERS_MAX,
  parseAt,
  parseForeignMessage,
  parseOwnMessage,
  refusal,
  splitTags,
} from './text-formats';
import { parseTime } from './written-times';

const COLUMNS = ['id', 'created', 'edited', 'from', 'source', 'tags', 'content'] as const;

/** Columns of other programs that hold the time of a message. The first one with a value counts. */
const TIME_COLUMNS = ['created', 'created_at', 'createdat', 'timestamp', 'date'];
/** Excel separates columns by semicolons in countries with a decimal comma. */
const SEPARATORS = [',', ';', '\t'];

// A spreadsheet runs a cell that begins like a formula. An apostrophe in front makes it text. Spreadsheets let people
// choose the separator, and then a cell can begin in the middle of a text, also inside quotes.
const FORMULA_START = /^(?:'|[\s"]*[=+\-@＝＋－＠])/;
const FORMULA_AFTER_SEPARATOR = /([,;|\t\r\n][\s"']*)([=+\-@＝＋－＠])/g;
const DEFUSED_AFTER_SEPARATOR = /([,;|\t\r\n][\s"']*)'([=+\-@＝＋－＠])/g;

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
  const safe = defuse(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Adds apostrophes, so that no cell of a spreadsheet begins a formula. `undefuse` takes them away again. */
function defuse(text: string): string {
  const safe = text.replace(FORMULA_AFTER_SEPARATOR, "$1'$2");
  return FORMULA_START.test(text) ? `'${safe}` : safe;
}

const undefuse = (cell: string): string => cell.replace(/^'/, '').replace(DEFUSED_AFTER_SEPARATOR, '$1$2');

/**
 * Reads a CSV file that Tagline has exported, or any other with a column `content`. The columns for tags,
 * time and sender are optional. `start` is the beginning of the file. Throws a VisibleError that names the
 * first invalid row, or says that there is no column `content`.
 */
export async function* readCsv(file: string, start: string): AsyncGenerator<ArchivedMessage> {
  let isOwn = false;
  const rows = parse({
    bom: true,
    delimiter: separatorOf(start),
    max_record_size: MESSAGE_CHARACTERS_MAX,
    skip_empty_lines: true,
    columns(names: string[]) {
      const columns = names.map((name) => name.trim().toLowerCase());
      if (!columns.includes('content')) throw refusal(file, 'it has no column "content".');
      isOwn = COLUMNS.every((name) => columns.includes(name));
      return columns;
    },
  });
  pipeline(createReadStream(file), rows, () => {}); // an error of the file is thrown by the loop
  let number = 1;
  try {
    for await (const row of rows as AsyncIterable<Row>) {
      number += 1;
      yield parseAt(file, `row ${number}`, () => (isOwn && row.id ? parseOwnRow(row) : parseForeignRow(row)));
    }
  } catch (error) {
    throw error instanceof CsvError ? refusal(file, toSentence(error)) : error;
  }
}

const toSentence = ({ code, message }: CsvError) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `a row has more than ${MESSAGE_CHARACTERS_MAX} characters.`
    : `${message}.`;

type Row = Record<string, string>;

/** Returns the separator with which the first line of a file has a column `content`, or else a comma. */
function separatorOf(start: string): string {
  const [names = ''] = start.split(/[\r\n]/, 1);
  return (
    SEPARATORS.find((separator) =>
      /^(\uFEFF?"?\s*content\s*"?)$/im.test(names.replaceAll(separator, '\n')),
    ) ?? ','
  );
}

function parseOwnRow(row: Row): ArchivedMessage {
  const cells = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, undefuse(cell)]));
  return parseOwnMessage({
    ...cells,
    edited: cells.edited || null,
    tags: splitTags(cells.tags ?? ''),
    media: [],
  });
}

function parseForeignRow(row: Row): ArchivedMessage {
  const text = (name: string) => row[name]?.replace(/^'(?=[=+\-@])/, '') ?? '';
  const time = TIME_COLUMNS.map(text).find((cell) => cell.trim() !== '');
  const [content, tags, from] = [text('content'), splitTags(text('tags')), text('from')];
  return parseForeignMessage({ content, tags, createdAt: parseTime(time ?? ''), from });
}
