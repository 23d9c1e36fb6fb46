import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import type { App } from '../../src/app/app';
import { readConfig } from '../../src/app/config/config';
import { findOrCreateUser } from '../../src/people/users';
import { indexQueued } from '../../src/search/index/indexing';
import { createApp } from '../../src/start/create-app';
import type { Random } from './random';

/** The phone number of the person who searches. */
export const ME = '+12025550111';
const MESSAGES_OF_OTHERS = 1_000;
const FIRST_DAY = Date.UTC(2021, 0);
const YEARS = 5;
const BATCH = 2_000;

export function openApp(dataDir: string): App {
  mkdirSync(dataDir, { recursive: true });
  return createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
}

/**
 * Stores `count` messages, unless an earlier run has stored messages. Returns the contents of the messages
 * that the searching person has sent, about a tenth of all.
 */
export function fillDatabase(app: App, texts: string[], count: number, random: Random): string[] {
  const { $client } = app.db;
  $client.run('pragma synchronous = off');
  const me = findOrCreateUser(app, ME).user.id;
  if (!$client.query('select 1 from messages limit 1').get()) storeMessages(app, texts, count, me, random);
  return $client
    .query<{ content: string }, [number]>('select content from messages where sender_id = ? order by id')
    .all(me)
    .map(({ content }) => content);
}

/**
 * Stores and indexes messages. Each message consists of two of the texts. One message in ten also has a rare
 * word.
 */
function storeMessages(app: App, texts: string[], count: number, me: number, random: Random) {
  const people = storePeople(app, Math.ceil((count * 0.9) / MESSAGES_OF_OTHERS), me);
  const insertMessage = app.db.$client.query(
    "insert into messages (id, sender_id, content, source, created_at) values (?, ?, ?, 'sms', ?)",
  );
  const insertPlacement = app.db.$client.query("insert into placements values (?, ?, ?, 0, 'notes', null)");
  const step = (YEARS * 365 * 86_400_000) / count;
  const start = performance.now();
  for (let id = 1; id <= count; ) {
    transaction(app.db, () => {
      for (let n = 0; n < BATCH && id <= count; n++, id++) {
        const owner = random(10) === 0 ? me : people[1 + random(people.length - 1)]!;
        const rareWord = random(10) === 0 ? ` ${(random(1 << 30) + 1).toString(36)}` : '';
        const content = `${texts[random(texts.length)]} ${texts[random(texts.length)]}${rareWord}`;
        const at = FIRST_DAY + Math.floor(id * step);
        insertMessage.run(id, owner, content, at);
        insertPlacement.run(owner, at, id);
      }
      while (indexQueued(app.db, 500) > 0);
    });
  }
  console.log(`${count} messages stored and indexed in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

/**
 * Creates `others` accounts. Returns `me`, followed by the ids of these accounts. Each person in this list
 * has one private board, and the id of the board equals the id of the person.
 */
function storePeople(app: App, others: number, me: number): number[] {
  const { $client } = app.db;
  const people = [me];
  transaction(app.db, () => {
    for (let n = 0; n < others; n++) people.push(findOrCreateUser(app, `+1202${5_560_000 + n}`).user.id);
    for (const id of people) {
      $client.query('insert into boards (id, owner_id, created_at) values (?1, ?1, 0)').run(id);
      $client
        .query(
          "insert into memberships (board_id, user_id, role, tag, joined_at) values (?1, ?1, 'owner', 'notes', 0)",
        )
        .run(id);
    }
  });
  return people;
}

/**
 * Returns a function that searches the messages of the user with the id 1 in a plain FTS5 index. This index
 * uses a tokenizer of FTS5 itself. It has a second column for the sender.
 */
export function openPlainFts(dir: string, app: App): (query: string) => unknown[] {
  const file = plainFtsFile(dir);
  const isNew = !existsSync(file);
  const db = new Database(file);
  db.run('pragma synchronous = off');
  db.run(
    "create virtual table if not exists f using fts5(owner, content, content='', tokenize='unicode61 remove_diacritics 2')",
  );
  db.run('attach ? as tagline', [app.db.$client.filename]);
  if (isNew)
    db.run(
      "insert into f (rowid, owner, content) select id, 'u' || sender_id, content from tagline.messages",
    );
  const select = db.query('select rowid from f where f match ? order by rowid desc limit 50');
  return (query) => {
    const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`);
    return select.all(`owner:u1 AND content:(${words.join(' ')}*)`);
  };
}

const plainFtsFile = (dir: string) => join(dir, 'bare.db');

/**
 * Prints the size of the text of all messages, the size of our database, the size of the search index in this
 * database, and the size of the plain FTS5 index.
 */
export function printSizes(app: App, dir: string) {
  const { $client } = app.db;
  $client.run('pragma wal_checkpoint(truncate)');
  const text = $client
    .query<{ n: number }, []>('select sum(length(cast(content as blob))) as n from messages')
    .get()!.n;
  const sizeOf = $client.query<{ n: number }, [string]>(
    'select coalesce(sum(pgsize), 0) as n from dbstat where name glob ? and aggregate = true',
  );
  const index = sizeOf.get('search*')!.n;
  const file = sizeOf.get('*')!.n - sizeOf.get('embedding*')!.n; // leaves out embeddings of an earlier run
  const plain = statSync(plainFtsFile(dir)).size;
  const show = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB (${(bytes / text).toFixed(2)} of the text)`;
  console.log(
    `Text ${(text / 1e6).toFixed(0)} MB; file ${show(file)}, of it the index ${show(index)}; plain FTS5 ${show(plain)}`,
  );
}
