import { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { ENTRY_POINT } from './extension';

/**
 * Finds the nearest neighbours of a vector (KNN), in a separate thread, because a search among 100,000
 * vectors takes a tenth of a second. The vector index is in a separate file, which can be rebuilt from the
 * table `embeddings`. The main database is attached here, but only read.
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
export type KnnRequest = { id: number } & ({ start: KnnStart } | { nearest: KnnQuery } | { sync: true });
/**
 * Answer to a request. `id` is the id of the request; `applied` is the `seq` of the last row of
 * `vector_changes` that the index contains. `damaged`: the index file may be damaged, and must be built again.
 */
export type KnnResponse = {
  id: number;
  hits?: KnnHit[];
  applied?: number;
  error?: string;
  damaged?: boolean;
};

/**
 * Number of vectors for which sqlite-vec reserves space at a time, for each user. With 384 dimensions they
 * take 100 kB. With the default of 1,024 vectors, to build an index of 900 users takes 26 seconds instead of
 * 2.
 */
const CHUNK = 64;
/** Changes applied in one transaction. */
const CHANGES_BATCH = 500;

/** Codes of SQLite errors that may be gone with a new index file. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|ERROR|IOERR)/;

let db: Database;
/** The index file that `db` has open. `inode` tells if the file of this name is still the same one. */
let opened: { file: string; inode: number };

self.onmessage = ({ data }: MessageEvent<KnnRequest>) => {
  try {
    if ('start' in data) start(data.start);
    else if (inodeOf(opened.file) !== opened.inode) throw damage('its file has been deleted');
    const applied = applyChanges();
    const hits = 'nearest' in data ? nearest(data.nearest) : undefined;
    self.postMessage({ id: data.id, hits, applied } satisfies KnnResponse);
  } catch (error) {
    const { message, code = '' } = error as { message: string; code?: string };
    const damaged = DAMAGED.test(code);
    self.postMessage({ id: data.id, error: message, damaged } satisfies KnnResponse);
  }
};

/** Opens the index file, and builds the index unless the file has a complete one for this model. */
function start({ database, index, extension, model, dimensions }: KnnStart) {
  db = new Database(index, { create: true, strict: true });
  db.loadExtension(extension, ENTRY_POINT);
  for (const pragma of [
    'busy_timeout = 10000',
    'journal_mode = wal',
    'synchronous = normal', // a lost index can be built again
    'secure_delete = on',
    'mmap_size = 4294967296', // a search among 20,000 vectors takes 33 ms instead of 42 ms
  ])
    db.run(`pragma ${pragma}`);
  opened = { file: index, inode: inodeOf(index) };
  const [check] = db.query<{ quick_check: string }, []>('pragma main.quick_check(1)').all();
  if (check?.quick_check !== 'ok') throw damage(check?.quick_check ?? 'it cannot be checked');
  db.run('attach ? as tagline', [database]);
  db.run('create table if not exists built (model text, dimensions integer, applied integer) strict');
  const built = db
    .query<{ model: string; dimensions: number; applied: number }, []>('select * from built')
    .get();
  const isSame = built?.model === model && built.dimensions === dimensions;
  if (isSame && built.applied <= lastChange() && isComplete()) return;
  db.transaction(() => {
    db.run('drop table if exists vectors');
    db.run(
      `create virtual table vectors using vec0(user_id integer partition key, vector float[${dimensions}], chunk_size=${CHUNK})`,
    );
    // without this index an insert reads the chunks of all users: with 10,000 users 0.6 ms instead of 0.03 ms
    db.run('create index vector_chunks_user on vectors_chunks (partition00, chunk_id)');
    db.run('delete from built');
    const applied = lastChange();
    db.run(
      'insert into vectors (rowid, user_id, vector) select message_id, user_id, vector from tagline.embeddings',
    );
    db.run('insert into built (model, dimensions, applied) values (?, ?, ?)', [model, dimensions, applied]);
  })();
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino ?? 0;

const damage = (what: string) =>
  Object.assign(new Error(`The vector index is damaged: ${what}.`), { code: 'SQLITE_CORRUPT' });

const lastChange = () =>
  db.query<{ seq: number }, []>("select seq from tagline.sqlite_sequence where name = 'vector_changes'").get()
    ?.seq ?? 0;

/**
 * Returns false if the number of vectors differs from the number of embeddings by more than the number of
 * messages with changes that are not applied yet. The numbers can differ so after the main database was
 * restored from a backup.
 */
function isComplete(): boolean {
  const { unapplied } = db
    .query<{ unapplied: number }, []>(
      `select count(distinct message_id) as unapplied from tagline.vector_changes
        where seq > (select applied from built)`,
    )
    .get()!;
  const { indexed, stored } = db
    .query<{ indexed: number; stored: number }, []>(
      `select (select count(*) from vectors_rowids) as indexed,
              (select count(*) from tagline.embeddings) as stored`,
    )
    .get()!;
  return Math.abs(indexed - stored) <= unapplied;
}

/**
 * Applies to the index the rows of `vector_changes` that it lacks. Returns the `seq` of the last row that the
 * index then contains.
 */
function applyChanges(): number {
  for (let changed = false; ; changed = true) {
    const { applied } = db.query<{ applied: number }, []>('select applied from built').get()!;
    const changes = db
      .query<{ seq: number; messageId: number }, [number, number]>(
        `select seq, message_id as messageId from tagline.vector_changes
          where seq > ? order by seq limit ?`,
      )
      .all(applied, CHANGES_BATCH);
    const last = changes.at(-1)?.seq;
    if (last === undefined) {
      // deleted vectors must not stay in the write-ahead log
      if (changed) db.run('pragma main.wal_checkpoint(truncate)');
      return applied;
    }
    db.transaction(() => {
      const overwrite = db.query(
        'update vectors set vector = zeroblob(4 * (select dimensions from built)) where rowid = ?',
      );
      const remove = db.query('delete from vectors where rowid = ?');
      const insert = db.query(
        `insert into vectors (rowid, user_id, vector)
           select message_id, user_id, vector from tagline.embeddings where message_id = ?`,
      );
      for (const id of new Set(changes.map(({ messageId }) => messageId))) {
        overwrite.run(id); // sqlite-vec leaves the numbers of a deleted vector in the file
        remove.run(id);
        insert.run(id);
      }
      db.query('update built set applied = ?').run(last);
    })();
  }
}

/**
 * Returns the messages nearest to a vector, among the user's own messages and those of other people on these
 * boards.
 */
function nearest({ userId, boardIds, vector, limit }: KnnQuery): KnnHit[] {
  const bytes = new Uint8Array(vector.buffer);
  const own = db
    .query<KnnHit, [Uint8Array, number, number]>(
      'select rowid as id, distance from vectors where vector match ? and k = ? and user_id = ?',
    )
    .all(bytes, limit, userId);
  if (boardIds.length === 0) return own;
  const others = db
    .query<KnnHit, [Uint8Array, string, number, number]>(
      `select e.message_id as id, vec_distance_l2(e.vector, ?) as distance
         from (select distinct message_id from tagline.placements
                where board_id in (select value from json_each(?))) on_boards
         join tagline.embeddings e on e.message_id = on_boards.message_id
        where e.user_id <> ? order by distance limit ?`,
    )
    .all(bytes, JSON.stringify(boardIds), userId, limit);
  return [...own, ...others].sort((a, b) => a.distance - b.distance).slice(0, limit);
}
