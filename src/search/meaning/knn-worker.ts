import { Database } from 'bun:sqlite';
import { ENTRY_POINT } from './extension';

/**
 * Nearest neighbours, in a thread of its own: a search through 100,000 vectors would hold up everybody. The
 * index is a file that only this thread opens, so the database with the messages never meets the extension.
 */

declare const self: Worker;

export type KnnStart = {
  database: string;
  index: string;
  extension: string;
  model: string;
  dimensions: number;
};
export type KnnQuery = { userId: number; boardIds: number[]; vector: Float32Array; limit: number };
export type KnnHit = { id: number; distance: number };
export type KnnRequest = { task: number } & ({ start: KnnStart } | { nearest: KnnQuery } | { sync: true });
/** `applied` is the change of the main database that the index has come to. */
export type KnnResponse = { task: number; hits?: KnnHit[]; applied?: number; error?: string };

/** A partition begins with a chunk: 64 vectors of 384 numbers are 100 kB for each user. */
const CHUNK = 64;
const AT_ONCE = 500;

let db: Database;

self.onmessage = ({ data }: MessageEvent<KnnRequest>) => {
  try {
    if ('start' in data) start(data.start);
    const applied = sync();
    const hits = 'nearest' in data ? nearest(data.nearest) : undefined;
    self.postMessage({ task: data.task, hits, applied } satisfies KnnResponse);
  } catch (error) {
    self.postMessage({ task: data.task, error: (error as Error).message } satisfies KnnResponse);
  }
};

function start({ database, index, extension, model, dimensions }: KnnStart) {
  db = new Database(index, { create: true, strict: true });
  db.loadExtension(extension, ENTRY_POINT);
  for (const pragma of [
    'busy_timeout = 10000',
    'journal_mode = wal',
    'synchronous = normal', // it can be made again
    'secure_delete = on',
    'mmap_size = 4294967296', // halves the time of a search
  ])
    db.run(`pragma ${pragma}`);
  db.run('attach ? as notes', [database]);
  db.run('create table if not exists made (model text, dimensions integer, applied integer) strict');
  const made = db
    .query<{ model: string; dimensions: number; applied: number }, []>('select * from made')
    .get();
  if (made?.model === model && made.dimensions === dimensions && made.applied <= newest() && isWhole())
    return;
  db.transaction(() => {
    db.run('drop table if exists vectors');
    db.run(
      `create virtual table vectors using vec0(user_id integer partition key, vector float[${dimensions}], chunk_size=${CHUNK})`,
    );
    // without it each search and insert looks through the chunks of all users
    db.run('create index vector_chunks_user on vectors_chunks (partition00, chunk_id)');
    db.run('delete from made');
    const applied = newest();
    db.run(
      'insert into vectors (rowid, user_id, vector) select message_id, user_id, vector from notes.embeddings',
    );
    db.run('insert into made values (?, ?, ?)', [model, dimensions, applied]);
  })();
}

const newest = () =>
  db.query<{ seq: number }, []>("select seq from notes.sqlite_sequence where name = 'vector_changes'").get()
    ?.seq ?? 0;

/** A restored database may have other messages than the index was made of. */
function isWhole(): boolean {
  const behind = db
    .query<{ n: number }, []>(
      'select count(distinct message_id) as n from notes.vector_changes where seq > (select applied from made)',
    )
    .get()!.n;
  const { here, there } = db
    .query<{ here: number; there: number }, []>(
      'select (select count(*) from vectors_rowids) as here, (select count(*) from notes.embeddings) as there',
    )
    .get()!;
  return Math.abs(here - there) <= behind;
}

/** Takes in what has changed since; answers how far that is. */
function sync(): number {
  for (let changed = false; ; changed = true) {
    const { applied } = db.query<{ applied: number }, []>('select applied from made').get()!;
    const changes = db
      .query<{ seq: number; id: number }, [number, number]>(
        'select seq, message_id as id from notes.vector_changes where seq > ? order by seq limit ?',
      )
      .all(applied, AT_ONCE);
    const last = changes.at(-1)?.seq;
    if (last === undefined) {
      if (changed) db.run('pragma wal_checkpoint(truncate)'); // what is forgotten is not kept in the log either
      return applied;
    }
    db.transaction(() => {
      const wipe = db.query(
        'update vectors set vector = zeroblob(4 * (select dimensions from made)) where rowid = ?',
      );
      const forget = db.query('delete from vectors where rowid = ?');
      const take = db.query(
        `insert into vectors (rowid, user_id, vector)
           select message_id, user_id, vector from notes.embeddings where message_id = ?`,
      );
      for (const id of new Set(changes.map(({ id }) => id))) {
        wipe.run(id); // deleting leaves a vector's numbers where they were
        forget.run(id);
        take.run(id);
      }
      db.query('update made set applied = ?').run(last);
    })();
  }
}

/** The nearest of the user's own messages, and of those that others have put on these boards. */
function nearest({ userId, boardIds, vector, limit: most }: KnnQuery): KnnHit[] {
  const bytes = new Uint8Array(vector.buffer);
  const own = db
    .query<KnnHit, [Uint8Array, number, number]>(
      'select rowid as id, distance from vectors where vector match ? and k = ? and user_id = ?',
    )
    .all(bytes, most, userId);
  if (boardIds.length === 0) return own;
  const others = db
    .query<KnnHit, [Uint8Array, string, number, number]>(
      `select e.message_id as id, vec_distance_l2(e.vector, ?) as distance
         from (select distinct message_id from notes.placements
                where board_id in (select value from json_each(?))) on_boards
         join notes.embeddings e on e.message_id = on_boards.message_id
        where e.user_id <> ? order by distance limit ?`,
    )
    .all(bytes, JSON.stringify(boardIds), userId, most);
  return [...own, ...others].sort((a, b) => a.distance - b.distance).slice(0, most);
}
