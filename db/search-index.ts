import type { Database } from 'bun:sqlite';
import { isPair, termsIn, termsOfMessage } from '../src/contract/terms';
import { isMark, learn } from './search-vocabulary';

/**
 * Keeps the search index what the rows say. Triggers note which messages it lags behind for, whatever changed
 * them. What a message said before it was edited or deleted is taken out in the same transaction. The rest waits
 * for its neighbours, as together they cost half as much, but for no more than a moment and never beyond the next
 * search.
 */

/** Raise it when `termsOfMessage` or `marksOf` give something else for the same row: the index is then made anew. */
const INDEX_VERSION = `3 unicode ${process.versions.unicode}`;

/** A board's words belong to its one reader while it is private, and to the board once it is shared (design 5). */
export const scopeOf = (board: { id: number; shared: unknown; ownerId: number }) =>
  board.shared ? `b${board.id.toString(36)}` : `u${board.ownerId.toString(36)}`;

/** What is in the index beside words, behind a scope. */
export const mark = {
  /** Everything in the scope. */
  all: (scope: string) => `${scope}:`,
  board: (scope: string, boardId: number) => `${scope}:#${boardId.toString(36)}`,
  sender: (scope: string, userId: number) => `${scope}:@${userId.toString(36)}`,
  has: (scope: string, what: 'link' | 'photo') => `${scope}:+${what}`,
  month: (scope: string, month: number) => `${scope}:=${month.toString(36)}`,
  word: (scope: string, word: string) => `${scope}:${word}`,
};

/** The months since 1970 began; whatever was before is in the first. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return Math.max(0, (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth());
}

type Place = [boardId: number, shared: 0 | 1, ownerId: number];
type Facts = {
  content: string;
  senderId: number;
  createdAt: number;
  places: string;
  photo: 0 | 1;
  extra: string | null;
};
type Queued = { id: number; content: string | null };
type Row = { marks: string; extra: string | null };

const statements = new WeakMap<Database, ReturnType<typeof prepare>>();

/** Brings up to `most` messages up to date, in the caller's transaction; answers how many those were. */
export const catchUp = (sqlite: Database, most: number): number =>
  bringUp(sqlite, statementsOf(sqlite).queued.all(most));

/** The same for messages that do not say any more what the index has of them. */
export const catchUpChanged = (sqlite: Database, most: number): number =>
  bringUp(sqlite, statementsOf(sqlite).changed.all(most));

function bringUp(sqlite: Database, queued: Queued[]): number {
  const the = statementsOf(sqlite);
  for (const { id, content } of queued) {
    const facts = the.facts.get(id);
    const known = the.row.get(id);
    const old = content ?? facts?.content;
    if (known && old !== undefined) the.takeOut.run(id, tokens(old, marksIn(known.marks), known.extra));
    if (facts && facts.places !== '[]') {
      const marks = marksOf(facts);
      the.putIn.run(
        id,
        tokens(facts.content, marks, facts.extra, (scope, words) => learn(sqlite, scope, words)),
      );
      the.keep.run(id, written(marks), facts.extra);
    } else if (known) the.forget.run(id);
    the.done.run(id);
  }
  return queued.length;
}

/** Throws the index away if another version of this program has made it; catching up makes the new one. */
export function renewIndex(sqlite: Database): void {
  const made = sqlite.query<{ version: string }, []>('select version from search_version').get()?.version;
  if (made === INDEX_VERSION) return;
  sqlite.transaction(() => {
    sqlite.run("insert into search (search) values ('delete-all')");
    sqlite.run('delete from search_rows');
    sqlite.run('insert or ignore into search_queue (message_id) select id from messages');
    sqlite.run('delete from search_version');
    sqlite.run('insert into search_version values (?)', [INDEX_VERSION]);
  })();
}

function statementsOf(sqlite: Database) {
  const known = statements.get(sqlite);
  if (known) return known;
  const made = prepare(sqlite);
  statements.set(sqlite, made);
  return made;
}

function prepare(sqlite: Database) {
  return {
    queued: sqlite.prepare<Queued, [number]>(
      'select message_id as id, content from search_queue order by message_id limit ?',
    ),
    changed: sqlite.prepare<Queued, [number]>(
      'select message_id as id, content from search_queue where content is not null order by message_id limit ?',
    ),
    facts: sqlite.prepare<Facts, [number]>(`
      select content, sender_id as senderId, created_at as createdAt,
             (select json_group_array(json_array(b.id, b.shared, b.owner_id))
                from placements p join boards b on b.id = p.board_id where p.message_id = m.id) as places,
             exists (select 1 from media where message_id = m.id and type like 'image/%') as photo,
             (select group_concat(about, ' ') from (
                select coalesce(title, '') || ' ' || coalesce(description, '') as about
                  from links l join previews using (url) where l.message_id = m.id
                union
                select title from links l join movies f
                    on f.imdb_id = printf('tt%07d', cast(substr(l.url, instr(l.url, '/title/tt') + 9) as integer))
                 where l.message_id = m.id and l.url like '%imdb.com/title/tt%')) as extra
        from messages m where m.id = ?`),
    row: sqlite.prepare<Row, [number]>('select marks, extra from search_rows where message_id = ?'),
    takeOut: sqlite.prepare<void, [number, string]>(
      "insert into search (search, rowid, words) values ('delete', ?, ?)",
    ),
    putIn: sqlite.prepare<void, [number, string]>('insert into search (rowid, words) values (?, ?)'),
    keep: sqlite.prepare<void, [number, string, string | null]>(
      'insert or replace into search_rows (message_id, marks, extra) values (?, ?, ?)',
    ),
    forget: sqlite.prepare<void, [number]>('delete from search_rows where message_id = ?'),
    done: sqlite.prepare<void, [number]>('delete from search_queue where message_id = ?'),
  };
}

const LINK = /https?:\/\/|\bwww\./i;

/** The marks of a message, each scope's `all` first. */
function marksOf({ content, senderId, createdAt, places, photo }: Facts): string[] {
  const marks = new Set<string>();
  for (const [id, shared, ownerId] of JSON.parse(places) as Place[]) {
    const scope = scopeOf({ id, shared, ownerId });
    marks.add(mark.all(scope));
    marks.add(mark.month(scope, monthOf(createdAt)));
    if (!shared) marks.add(mark.board(scope, id));
    if (shared || senderId !== ownerId) marks.add(mark.sender(scope, senderId));
    if (LINK.test(content)) marks.add(mark.has(scope, 'link'));
    if (photo) marks.add(mark.has(scope, 'photo'));
  }
  return [...marks];
}

/** Marks as they are stored: a scope is not written again before each of its own. */
function written(marks: string[]): string {
  let scope = '';
  return marks
    .map((name) => {
      const end = name.indexOf(':') + 1;
      const behind = name.slice(end);
      if (behind && name.startsWith(scope)) return behind;
      scope = name.slice(0, end);
      return name;
    })
    .join(' ');
}

/** The marks of a message from what is stored of them. */
export function marksIn(stored: string): string[] {
  let scope = '';
  return stored.split(' ').map((name) => {
    if (isMark(name)) return scope + name;
    scope = name.slice(0, name.indexOf(':') + 1);
    return name;
  });
}

/** All that the index holds of a message: its marks, and its words once for each of its scopes. */
function tokens(
  content: string,
  marks: string[],
  extra: string | null,
  tell?: (scope: string, words: string[]) => void,
): string {
  const words = termsOfMessage(content).map(({ word }) => word);
  if (extra) words.push(...termsIn(extra).map(({ word }) => word));
  const all = [...marks];
  for (const name of marks) {
    if (!name.endsWith(':')) continue;
    const scope = name.slice(0, -1);
    for (const [at, word] of words.entries()) {
      all.push(mark.word(scope, word));
      const next = words[at + 1];
      if (isPair(word, next)) all.push(mark.word(scope, word + next));
    }
    tell?.(scope, words);
  }
  return all.join(' ');
}
