import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Bundle } from '../bundle';
import { NOTE_CHARACTERS_MAX, refusal } from '../notes';

/** Excel writes semicolons in countries with a decimal comma. */
const SEPARATORS = [',', ';', '\t'];

/** Rows are counted from the header, whose `number` is 1. */
export type Row = { number: number; cells: Record<string, string>; remark?: string };

export async function columnsOf(bundle: Bundle, path: string): Promise<string[]> {
  return namesIn(await bundle.start(path)).names;
}

function namesIn(start: string): { separator: string; names: string[] } {
  const [line = ''] = start.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  const split = SEPARATORS.map((separator) => ({ separator, names: line.split(separator).map(toName) }));
  return split.reduce((best, next) => (next.names.length > best.names.length ? next : best));
}

const toName = (cell: string) => cell.replaceAll('"', '').trim().toLowerCase();

export async function* readRows(bundle: Bundle, path: string): AsyncGenerator<Row> {
  const rows = parse({
    bom: true,
    delimiter: namesIn(await bundle.start(path)).separator,
    max_record_size: NOTE_CHARACTERS_MAX,
    relax_column_count: true,
    relax_quotes: true, // some programs do not double the quotation marks in a cell
    skip_empty_lines: true,
    columns: (names: string[]) => names.map(toName),
  });
  const texts = Readable.from(bundle.texts(path));
  texts.once('error', (error) => rows.destroy(error)).pipe(rows);
  let number = 1;
  try {
    for await (const cells of rows as AsyncIterable<Row['cells']>) {
      number += 1;
      yield { number, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? refusal(bundle.name, toSentence(error)) : error;
  } finally {
    texts.destroy();
  }
}

function toSentence({ code, message }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `a row has more than ${NOTE_CHARACTERS_MAX} characters.`;
  return code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark has no end.' : `${message}.`;
}
