import type { ArchivedMessage } from './schemas';

export const COLUMNS = ['id', 'created', 'edited', 'from', 'source', 'tags', 'content'] as const;

// A spreadsheet program runs a cell as a formula if the cell begins like one. An apostrophe at the beginning
// of the cell prevents this. People can choose the separator in the program. So a part of a text can become a
// cell of its own, even inside quotes.
const FORMULA_START = /^(?:'|[\s"]*[=+\-@＝＋－＠])/;
// The whole run of such characters before a formula. Without the lookbehind, a search that fails would begin
// again at each of them.
const BEFORE_FORMULA = /(?<![\s"',;|])[\s"',;|]+(?=[=+\-@＝＋－＠])/g;
const SEPARATOR = /[,;|\t\r\n]/;

/** Excel reads a file as UTF-8 only if the file begins with it. */
const BYTE_ORDER_MARK = '\uFEFF';

export function* writeCsv(messages: Iterable<ArchivedMessage>): Generator<string> {
  yield BYTE_ORDER_MARK + row([...COLUMNS]);
  for (const { id, createdAt, editedAt, from, source, boards, content } of messages)
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

const row = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = defuse(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function defuse(text: string): string {
  const safe = text.replace(BEFORE_FORMULA, (run) => (SEPARATOR.test(run) ? `${run}'` : run));
  return FORMULA_START.test(text) ? `'${safe}` : safe;
}

export const undefuse = (cell: string): string =>
  cell
    .replace(/^'/, '')
    .replace(BEFORE_FORMULA, (run) => (run.endsWith("'") && SEPARATOR.test(run) ? run.slice(0, -1) : run));
