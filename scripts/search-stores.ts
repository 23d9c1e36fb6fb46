import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../db/open';
import { type App, createApp } from '../src/app';
import { readConfig } from '../src/config';
import { indexQueued } from '../src/search/index/indexing';
import { findOrCreateUser } from '../src/users/users';
import type { Chance } from './search-questions';

/** Databases to search: ours, in which one person has a tenth of the messages, and bare FTS5 of the same messages. */

const OTHERS_HAVE = 1_000;
const SINCE = Date.UTC(2021, 0);
const YEARS = 5;

export const openApp = (dataDir: string): App => {
  mkdirSync(dataDir, { recursive: true });
  return createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
};

/** The messages of one person, who has a tenth of them all; stored first unless an earlier run has left them. */
export function filled(app: App, source: string[], all: number, chance: Chance): string[] {
  const { $client } = app.db;
  $client.run('pragma synchronous = off');
  const me = findOrCreateUser(app, '+12025550111').user.id;
  if (!$client.query('select 1 from messages limit 1').get()) fill(app, source, all, me, chance);
  return $client
    .query<{ content: string }, [number]>('select content from messages where sender_id = ? order by id')
    .all(me)
    .map(({ content }) => content);
}

/** Messages of about a hundred characters, made of two real ones and now and then a word that nobody else has. */
function fill(app: App, source: string[], all: number, me: number, chance: Chance) {
  const { $client } = app.db;
  const people = [me];
  transaction(app.db, () => {
    for (let at = 0; at < (all * 0.9) / OTHERS_HAVE; at++)
      people.push(findOrCreateUser(app, `+1202${5_560_000 + at}`).user.id);
    for (const id of people) {
      $client.query('insert into boards (id, owner_id, created_at) values (?1, ?1, 0)').run(id);
      $client
        .query(
          "insert into memberships (board_id, user_id, role, tag, joined_at) values (?1, ?1, 'owner', 'notes', 0)",
        )
        .run(id);
    }
  });
  const message = $client.query(
    "insert into messages (id, sender_id, content, source, created_at) values (?, ?, ?, 'sms', ?)",
  );
  const placement = $client.query("insert into placements values (?, ?, ?, 0, 'notes')");
  const step = (YEARS * 365 * 86_400_000) / all;
  const began = performance.now();
  for (let id = 1; id <= all; ) {
    transaction(app.db, () => {
      for (let n = 0; n < 2_000 && id <= all; n++, id++) {
        const owner = chance(10) === 0 ? me : people[1 + chance(people.length - 1)]!;
        const rare = chance(10) === 0 ? ` ${(chance(1 << 30) + 1).toString(36)}` : '';
        const content = `${source[chance(source.length)]} ${source[chance(source.length)]}${rare}`;
        const at = SINCE + Math.floor(id * step);
        message.run(id, owner, content, at);
        placement.run(owner, at, id);
      }
      while (indexQueued(app.db, 500) > 0);
    });
  }
  console.log(`${all} messages stored and indexed in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** Plain FTS5 with its own tokenizer, and the owner as a word of a second column. */
export function bareIndex(dir: string, app: App) {
  const file = join(dir, 'bare.db');
  const made = existsSync(file);
  const db = new Database(file);
  db.run('pragma synchronous = off');
  db.run(
    "create virtual table if not exists f using fts5(owner, content, content='', tokenize='unicode61 remove_diacritics 2')",
  );
  db.run('attach ? as notes', [app.db.$client.filename]);
  if (!made)
    db.run("insert into f (rowid, owner, content) select id, 'u' || sender_id, content from notes.messages");
  const query = db.query('select rowid from f where f match ? order by rowid desc limit 50');
  return (q: string) =>
    query.all(
      `owner:u1 AND content:(${(q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' ')}*)`,
    );
}

export function sizes(app: App, dir: string) {
  const { $client } = app.db;
  $client.run('pragma wal_checkpoint(truncate)');
  const text = $client
    .query<{ n: number }, []>('select sum(length(cast(content as blob))) as n from messages')
    .get()!.n;
  const pages = $client.query<{ n: number }, [string]>(
    'select coalesce(sum(pgsize), 0) as n from dbstat where name glob ? and aggregate = true',
  );
  const index = pages.get('search*')!.n;
  const file = pages.get('*')!.n - pages.get('embedding*')!.n; // an earlier run may have left vectors
  const bare = statSync(join(dir, 'bare.db')).size;
  const of = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB (${(bytes / text).toFixed(2)} of the text)`;
  console.log(
    `Text ${(text / 1e6).toFixed(0)} MB; file ${of(file)}, of it the index ${of(index)}; bare FTS5 ${of(bare)}`,
  );
}
