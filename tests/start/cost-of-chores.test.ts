import { expect, test } from 'bun:test';
import type { App } from '../../src/app/app';
import { startOutboxWorker } from '../../src/outbox/worker';
import { CHORES } from '../../src/start/chores';
import { testApp } from '../support/app';
import { watchStatements } from '../support/statements';

/** Rows of a server that has sent a million texts in a month. Few of its people, boards and messages are needed. */
const FILL = (now: number) => `
  with recursive n(n) as (select 1 union all select n + 1 from n where n < 1000000)
  insert into outbox (phone, body, kind, dedupe_key, state, next_at, sid, price, segments, created_at, sent_at)
  select '+1202555' || (n % 5000), 'Ramen', 'notification', 'post ' || n || ' to 1', 'delivered', ${now} - n * 2592,
         'SM' || n, '-0.00790 USD', 1, ${now} - n * 2592, ${now} - n * 2592 from n;
  with recursive n(n) as (select 1 union all select n + 1 from n where n < 20000)
  insert into rate_limit_hits (name, key, at) select 'search by a person', n % 500, ${now} - n * 4000 from n;
  with recursive n(n) as (select 1 union all select n + 1 from n where n < 20000)
  insert into inbound (sid, phone, received_at, kind, segments)
  select 'SM' || n, '+1202555' || (n % 5000), ${now} - n * 12000, 'message', 1 from n;
`;

const MAY_SCAN: Record<string, RegExp> = {
  'has a row or two': /from (hooks limit 1|restores|embedding_models|lines|"?imports"?|simulator_texts)\b/,
  'holds only what waits': /from (unfinished_posts|pending_notifications|search_queue|files_to_delete)\b/,
  'an index of what waits': /where placeholder is null|indexed by (outbox_turn|hook_deliveries_due)/,
  'small, and read once an hour':
    /(delete from|update) (ended_sessions|passkey_challenges|proofs|reminders|(board_)?invites)\b/,
  'only while a key refers to nothing': /insert into lines/,
};

function fill({ $client }: App['db'], now: number): void {
  // indexes that are made afterwards take a third of the time
  const indexes = $client
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where tbl_name = 'outbox' and type = 'index' and sql is not null",
    )
    .all();
  for (const pragma of ['cache_size = -256000', 'synchronous = off', 'secure_delete = off'])
    $client.run(`pragma ${pragma}`);
  for (const { name } of indexes) $client.run(`drop index ${name}`);
  $client.run(FILL(now));
  for (const { sql } of indexes) $client.run(sql);
  $client.run('pragma analysis_limit = 1000; analyze'); // as `pragma optimize` does
}

test('with a million texts and their statistics, chores scan no table', async () => {
  using statements = watchStatements();
  await using app = testApp();
  fill(app.db, app.now());
  statements.plans.clear();
  for (const { run } of CHORES) await run(app);
  await startOutboxWorker(app).stop();
  expect(statements.listScans(MAY_SCAN)).toEqual([]);
});
