import { Database } from 'bun:sqlite';
import { type BitList, createBitList } from './bit-list';
import { signBits, toInt8 } from './vectors';

// a search has two steps (docs/architecture.md: Search by meaning)
declare const self: Worker;

type Files = { database: string; extension: string };
export type KnnQuery = {
  model: number;
  userId: number;
  /** Boards whose messages by other people are searched as well. */
  boardIds: number[];
  vector: Float32Array | Int8Array;
  limit: number;
};
export type KnnHit = { id: number; cosine: number };
export type KnnRequest = { files: Files; query: KnnQuery };
export type KnnAnswer = { hits: KnnHit[] };

/** The ten nearest of these vectors are the ten nearest of all vectors. */
const CANDIDATES = 300;
/** Maximum size of the lists in memory, in bytes: enough for 300,000 vectors of 512 numbers. */
const BYTES_MAX = 24_000_000;

/**
 * Bits of changed and deleted messages stay in the list, but the exact comparison reads only the vectors that
 * are stored.
 */
type Scope = { list: BitList; lastId: number; messages: number };

let db: Database;
const scopes = new Map<string, Scope>();

self.onmessage = ({ data: { id, files, query } }: MessageEvent<KnnRequest & { id: number }>) => {
  try {
    db ??= openDatabase(files);
    self.postMessage({ id, hits: nearest(query) });
  } catch (error) {
    self.postMessage({ id, error: (error as Error).message });
  }
};

function openDatabase({ database, extension }: Files): Database {
  const opened = new Database(database, { readonly: true, strict: true });
  try {
    opened.loadExtension(extension);
    for (const pragma of ['busy_timeout = 10000', 'query_only = on', 'mmap_size = 4294967296'])
      opened.run(`pragma ${pragma}`);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

function nearest(query: KnnQuery): KnnHit[] {
  const { candidates, hits } = compare(query);
  // if a list has many deleted messages, these may take the places of other messages, so the lists are read
  // anew
  if (hits.length >= Math.min(query.limit, candidates)) return hits;
  scopes.clear();
  return compare(query).hits;
}

function compare({ model, userId, boardIds, vector, limit }: KnnQuery) {
  const bits = signBits(vector);
  const lists = [userScope(model, userId, bits.length)];
  for (const boardId of boardIds) lists.push(boardScope(model, boardId, bits.length));
  const ids = new Set(lists.flatMap(({ list }) => list.nearest(bits, CANDIDATES)));
  keepWithin(BYTES_MAX);
  const hits = db
    .query<KnnHit, { model: number; ids: string; vector: Uint8Array; limit: number }>(
      `select message_id as id, 1 - vec_distance_cosine(vec_int8(vector), vec_int8($vector)) as cosine
         from embeddings
        where model_id = $model and message_id in (select value from json_each($ids)) and vector is not null
        order by cosine desc, message_id desc limit +$limit`,
    )
    .all({ model, ids: JSON.stringify([...ids]), vector: int8Bytes(vector), limit });
  return { candidates: ids.size, hits };
}

const int8Bytes = (vector: Float32Array | Int8Array) => {
  const int8 = vector instanceof Int8Array ? vector : toInt8(vector);
  return new Uint8Array(int8.buffer, int8.byteOffset, int8.length);
};

function userScope(model: number, userId: number, words: number): Scope {
  const scope = takeScope(`${model} u${userId}`, words, 0);
  append(scope, 'embeddings e where e.user_id = $owner', { model, owner: userId });
  return scope;
}

function boardScope(model: number, boardId: number, words: number): Scope {
  const { messages } = db
    .query<{ messages: number }, { boardId: number }>(
      'select coalesce((select message_count from boards where id = $boardId), 0) as messages',
    )
    .get({ boardId })!;
  const scope = takeScope(`${model} b${boardId}`, words, messages);
  const [first, second] = ['placements p', 'embeddings e'];
  // `cross join` keeps the order of the tables: the first query begins with all messages of the board, a
  // later query with the new embeddings
  const tables = scope.lastId === 0 ? `${first} cross join ${second}` : `${second} cross join ${first}`;
  append(scope, `${tables} on e.message_id = p.message_id where p.board_id = $owner`, {
    model,
    owner: boardId,
  });
  return scope;
}

/**
 * Begins a new list if the number of messages on the board has changed, because an older message may
 * have been added to the board.
 */
function takeScope(name: string, words: number, messages: number): Scope {
  const known = scopes.get(name);
  const scope = known?.messages === messages ? known : { list: createBitList(words), lastId: 0, messages };
  scopes.delete(name);
  scopes.set(name, scope);
  return scope;
}

function append(scope: Scope, source: string, owner: { model: number; owner: number }) {
  type Row = { id: number; messageId: number; bits: Uint8Array };
  const select = db.query<Row, { model: number; owner: number; after: number }>(
    `select e.id, e.message_id as messageId, e.bits from ${source}
        and e.model_id = $model and e.id > $after and e.bits is not null`,
  );
  const after = scope.lastId;
  for (const { id, messageId, bits } of select.iterate({ ...owner, after })) {
    scope.list.add(messageId, new Uint32Array(bits.buffer, bits.byteOffset, bits.byteLength / 4));
    scope.lastId = Math.max(scope.lastId, id);
  }
}

function keepWithin(most: number) {
  let bytes = [...scopes.values()].reduce((sum, { list }) => sum + list.bytes, 0);
  for (const [name, { list }] of scopes) {
    if (bytes <= most) return;
    scopes.delete(name);
    bytes -= list.bytes;
  }
}
