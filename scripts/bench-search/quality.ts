import { type Engine, openEngines } from './engines';
import { printTable } from './measuring';
import { makeQueries, RULES, type Rule } from './queries';
import { readTexts } from './texts';

/**
 * Prints how often each engine finds the message that a query was made from: as the first result, and among
 * the first five. Also prints the mean reciprocal rank (MRR).
 */
export async function measureQuality(dir: string, each: number, seed: number) {
  for (const language of ['en', 'zh'] as const) {
    const texts = readTexts(language);
    const engines = await openEngines(dir, language, texts);
    console.log(
      `\n${texts.length} ${language} messages, ${each} queries of each kind: success at 1 / at 5 / MRR\n`,
    );
    const rows = [['', ...engines.map(({ name }) => name)]];
    for (const rule of RULES.filter((rule) => rule.language === language))
      rows.push(await measureRule(rule, texts, engines, each, seed));
    printTable(rows);
  }
}

/**
 * Returns the row of a rule. If the environment variable MISSED is set, prints the queries with which Tagline
 * does not find the message.
 */
async function measureRule(
  rule: Rule,
  texts: string[],
  engines: Engine[],
  each: number,
  seed: number,
): Promise<string[]> {
  const queries = makeQueries(rule, texts, each, seed);
  const cells: string[] = [];
  for (const engine of engines) {
    let first = 0;
    let five = 0;
    let reciprocalRanks = 0;
    for (const { query, id } of queries) {
      const at = (await engine.find(query)).indexOf(id);
      if (at === 0) first++;
      if (at >= 0 && at < 5) five++;
      if (at >= 0) reciprocalRanks += 1 / (at + 1);
      else if (process.env.MISSED && engine === engines[0])
        console.error(rule.name, '|', query, '|', texts[id - 1]);
    }
    cells.push([first, five, reciprocalRanks].map((sum) => (sum / queries.length).toFixed(2)).join(' / '));
  }
  return [`${rule.name} (${queries.length})`, ...cells];
}
