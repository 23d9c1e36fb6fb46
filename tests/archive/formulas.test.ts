import { expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { transaction } from '../../db/open';
import { importFile } from '../../src/archive/import';
import { allMessages } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { exportTo } from './fill-server';

const PARTS = ['=1+1', '+', '-2', '@SUM(A1)', '＝', ';', ',', '|', '\t', '\n', '\r\n', '"', "'", ' ', 'word'];
const FORMULA_START = /^[=+\-@＝＋－＠]/;

// Some programs respect quotes and others ignore them, so the result contains the cells that each of these
// two ways of reading gives.
function cellsOf(csv: string, separator: string): string[] {
  const heeding = parse(csv, {
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
  }) as string[][];
  const heedless = csv.split(/[\r\n]/).flatMap((line) => line.split(separator));
  return [...heeding.flat(), ...heedless, ...heedless.map((cell) => cell.replace(/^[\s"]+/, ''))];
}

test('no cell of an exported CSV file begins a formula, wherever a spreadsheet splits it', async () => {
  await using app = testApp();
  await using other = testApp();
  using files = tempFolder();
  const a = ensureUser(app, ann);
  const texts = fc.sample(fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }), { numRuns: 500, seed: 1 });
  const contents = ['Milk;=HYPERLINK("http://evil.example")', ...texts.map((parts) => `${parts.join('')}x`)];
  transaction(app.db, () => {
    for (const content of contents) create(app, a, { content, source: 'sms' });
  });
  const csv = (await exportTo(app, a, files.file('mine.csv'), 'csv')).toString();
  for (const separator of [',', ';', '\t', '|']) {
    const formulas = cellsOf(csv, separator).filter((cell) => FORMULA_START.test(cell));
    expect({ separator, formulas }).toEqual({ separator, formulas: [] });
  }
  expect(csv).toContain(`Milk;'=HYPERLINK`);
  expect(csv).toStartWith('\uFEFF'); // Excel needs this byte order mark

  await importFile(other, files.file('mine.csv'));
  const contentsOf = (from: typeof app) =>
    allMessages(from, ensureUser(from, ann), { limit: 500 }).map(({ content }) => content);
  expect(contentsOf(other).sort()).toEqual(contentsOf(app).sort());
});
