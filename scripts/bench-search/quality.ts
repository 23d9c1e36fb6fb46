import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, openEngines } from './engines';
import { printTable } from './measuring';
import { type KnownItem, makeQueries, RULES } from './queries';
import { readTexts } from './texts';

/** Number of other texts among which each engine must find the notes. */
const AMONG = 5_000;
/** Files of notes. Each note comes with a query that shares no word and no stem with the note. */
const NOTES = ['notes60.json', 'notes100.json'];

/**
 * Prints how often each engine finds the message that a query was made from: as the first result, among the
 * first five, and among the first ten. One table shows all kinds of queries, so that one sees if one kind
 * improves at the cost of another.
 */
export async function measureQuality(dir: string, each: number, seed: number) {
  const rows: string[][] = [];
  for (const language of ['en', 'zh'] as const) {
    const texts = readTexts(language);
    const engines = await openEngines(dir, language, texts);
    rows[0] ??= ['', ...engines.map(({ name }) => name)];
    for (const rule of RULES.filter((rule) => rule.language === language)) {
      const queries = makeQueries(rule, texts, each, seed);
      rows.push(await measureKind(rule.name, queries, texts, engines));
    }
  }
  const texts = readTexts('en').slice(0, AMONG);
  for (const file of NOTES) {
    const pairs: { query: string; note: string }[] = JSON.parse(
      readFileSync(join(import.meta.dir, file), 'utf8'),
    );
    const all = [...texts, ...pairs.map(({ note }) => note)];
    const queries = pairs.map(({ query }, at) => ({ query, id: texts.length + at + 1 }));
    rows.push(await measureKind(`by meaning, ${file}`, queries, all, await openEngines(dir, file, all)));
  }
  console.log(`\nUp to ${each} queries of each kind: success at 1 / at 5 / at 10\n`);
  printTable(rows);
}

/**
 * Returns the table row for one kind of queries. If the environment variable MISSED is set, prints each query
 * with which Tagline does not find the message.
 */
async function measureKind(
  name: string,
  queries: KnownItem[],
  texts: string[],
  engines: Engine[],
): Promise<string[]> {
  const cells: string[] = [];
  for (const engine of engines) {
    const places: number[] = [];
    for (const { query, id } of queries) {
      const at = (await engine.find(query)).indexOf(id);
      places.push(at < 0 ? Number.POSITIVE_INFINITY : at + 1);
      if (at < 0 && process.env.MISSED && engine === engines[0])
        console.error(name, '|', query, '|', texts[id - 1]);
    }
    const share = (most: number) => places.filter((place) => place <= most).length / places.length;
    cells.push([1, 5, 10].map((most) => share(most).toFixed(2)).join(' / '));
  }
  console.error(`${name}: ${cells[0]}`);
  return [`${name} (${queries.length})`, ...cells];
}
