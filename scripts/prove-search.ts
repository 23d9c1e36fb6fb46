import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../tests/support/client';
import { tagline } from '../tests/support/command';
import { checkFile, type Damage, damagePage, pagesOf } from '../tests/support/damage';
import { until } from '../tests/support/server';
import { ask, createReport, type Program, signIn, simulatedTexts, startProgram } from './prove/program';

/**
 * `bun run prove:search`: damages the search index of the real program, one page for each kind of table and
 * each kind of damage. Then runs many searches at once, each for many unknown words, while another person
 * posts. Takes about three minutes.
 */

const TABLES = [
  'search_data',
  'search_idx',
  'search_config',
  'search_rows',
  'search_queue',
  'search_version',
];
const DAMAGES: Damage[] = ['zeros', 'garbage', 'turned bits'];
const ANN = '+12025550122';
const BOB = '+12025550133';
/** Longest time that another person's request may take during the searches, on a busy machine. */
const OTHERS_WAIT_MS = 1_000;

const report = createReport('A damaged search index, and many searches');
const dataDir = mkdtempSync(join(tmpdir(), 'tagline-prove-search-'));
const env = { DATA_DIR: dataDir };
const file = join(dataDir, 'tagline.db');
const enter = (server: Program, phone: string) => signIn(server, phone, () => simulatedTexts(dataDir, phone));
const isIndexed = () => ask(dataDir, 'select count(*) as waiting from search_queue')[0]!.waiting === 0;

/** Damages the last page of a table. The server must have stopped, so that no page is in its memory. */
function damageTable(table: string, damage: Damage) {
  using sqlite = new Database(file);
  damagePage(file, pagesOf(sqlite, table).at(-1)!, damage);
}

/**
 * Adds, edits, deletes, lists and searches messages. Returns a description of the first call that fails, or
 * of a search that does not find exactly one message. Returns null if all is well.
 */
async function findFailure(ann: Client, word: string): Promise<string | null> {
  const post = () => ann.post<{ id: number }>('/api/messages', { content: `lamp ${word}` });
  const [first, second] = [await post(), await post()];
  const answers = {
    'adding a message': second,
    'editing a message': await ann.patch(`/api/messages/${first.body.id}`, {
      content: `chair ${word}`,
      tags: [],
    }),
    'deleting a message': await ann.delete(`/api/messages/${second.body.id}`),
    'listing messages': await ann.get('/api/messages'),
    searching: await ann.get(`/api/messages/search?q=${word}`),
  };
  const failed = Object.entries(answers).find(([, { status }]) => status >= 400);
  if (failed) return `${failed[0]}: ${failed[1].status}`;
  const found = answers.searching.body as { content: string }[];
  return found.length === 1 ? null : `${found.length} found instead of 1`;
}

let server = await startProgram(env);
try {
  let ann = await enter(server, ANN);
  for (let n = 0; n < 400; n++) await ann.post('/api/messages', { content: `lamp chair word${n}` });
  for (const table of TABLES)
    for (const damage of DAMAGES) {
      await until(isIndexed);
      await server.stop('SIGKILL');
      damageTable(table, damage);
      server = await startProgram(env);
      ann = await enter(server, ANN);
      const word = `${table}${damage}`.replaceAll(/[^a-z]/g, '');
      const failure = await findFailure(ann, word);
      const { exitCode, stderr } = await tagline(['backup', join(dataDir, 'backup.zip')], env);
      report.check(`${table}, ${damage}: all goes on`, failure === null, failure ?? '');
      report.check(`${table}, ${damage}: a backup is made`, exitCode === 0, stderr);
    }
  await until(isIndexed);
  await server.stop();
  server = await startProgram(env);
  report.check('the file is whole after a start', checkFile(file) === 'ok', checkFile(file));

  ann = await enter(server, ANN);
  const bob = await enter(server, BOB);
  const word = () =>
    Array.from({ length: 5 + Math.random() * 6 }, () => 'abc'[Math.floor(Math.random() * 3)]).join('');
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  for (let n = 0; n < 600; n++) await ann.post('/api/messages', { content: words(1_100).slice(0, 9_900) });
  await until(isIndexed);
  let searching = true;
  const searches = Promise.all(
    Array.from({ length: 20 }, () => ann.get(`/api/messages/search?q=${encodeURIComponent(words(16))}`)),
  ).finally(() => {
    searching = false;
  });
  let longest = 0;
  while (searching) {
    const start = performance.now();
    await bob.post('/api/messages', { content: 'hello' });
    longest = Math.max(longest, performance.now() - start);
  }
  const statuses = [...new Set((await searches).map(({ status }) => status))];
  report.check(
    '20 searches of 16 unknown words at once are answered, the last may be asked to wait',
    statuses.every((status) => [200, 429].includes(status)) && statuses.includes(200),
    statuses,
  );
  report.check('meanwhile others do not wait', longest < OTHERS_WAIT_MS, `${Math.round(longest)} ms at most`);
} finally {
  await server.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
report.finish();
