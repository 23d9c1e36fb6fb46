import { beforeEveryCommit, type Db, mending, onDamage, prepared } from '../../../db/open';
import { isIndexUsable, mendIndex } from './mending';
import { allTokens, filterTokensOf, type IndexedMessage, type MessageText, termsOf } from './message-tokens';
import { emptyOutdatedIndex } from './rebuilding';
import { packTokens, unpackTokens } from './tokens';
import { countInVocabularies } from './vocabularies';

const EDITED_PER_COMMIT = 50;

/** With `mayRebuild`, first empties an index of another version and queues all messages. */
export function keepIndex(db: Db, { mayRebuild }: { mayRebuild: boolean }): void {
  onDamage(db, () => mendIndex(db));
  if (mayRebuild) emptyOutdatedIndex(db);
  beforeEveryCommit(db, () => {
    if (isIndexUsable(db)) reindex(db, statements(db).findEdited.all({ limit: EDITED_PER_COMMIT }));
  });
}

export const indexQueued = (db: Db, limit: number): number =>
  reindex(db, statements(db).findQueued.all({ limit }));

export const isIndexBehind = (db: Db): boolean =>
  isIndexUsable(db) && mending(db, () => statements(db).findFirstQueued.get() !== null);

function reindex(db: Db, queued: QueuedMessage[]): number {
  const run = statements(db);
  for (const { id, indexedContent } of queued) {
    const message = run.findMessage.get({ id });
    const entry = run.findEntry.get({ id });
    // to remove a row, a contentless FTS5 table must be given all tokens of the row again
    const removed = indexedContent ?? message?.content;
    if (entry && removed !== undefined) {
      const words = wordsOf({ ...entry, content: removed });
      const filterTokens = unpackTokens(entry.tokens);
      run.removeRow.run({ id, tokens: allTokens(filterTokens, words) });
      countInVocabularies(db, filterTokens, words, -1);
    }
    if (message && message.boards !== '[]') {
      const words = wordsOf(message);
      const filterTokens = filterTokensOf(message);
      run.insertRow.run({ id, tokens: allTokens(filterTokens, words) });
      run.putEntry.run({ id, tokens: packTokens(filterTokens), attachedText: message.attachedText });
      countInVocabularies(db, filterTokens, words, 1);
    } else if (entry) run.deleteEntry.run({ id });
    run.dequeue.run({ id });
  }
  return queued.length;
}

const wordsOf = (text: MessageText) => termsOf(text).map(({ word }) => word);

/** If the message was edited or deleted, `indexedContent` is the old content, which the index still has. */
type QueuedMessage = { id: number; indexedContent: string | null };
type Entry = { tokens: string; attachedText: string | null };

const statements = prepared((db) => ({
  findFirstQueued: db.$client.prepare<unknown, []>('select 1 from search_queue limit 1'),
  findQueued: db.$client.prepare<QueuedMessage, { limit: number }>(
    'select message_id as id, indexed_content as indexedContent from search_queue order by message_id limit +$limit',
  ),
  findEdited: db.$client.prepare<QueuedMessage, { limit: number }>(
    `select message_id as id, indexed_content as indexedContent from search_queue
      where indexed_content is not null order by message_id limit +$limit`,
  ),
  findMessage: db.$client.prepare<IndexedMessage, { id: number }>(
    `select content, sender_id as senderId, created_at as createdAt,
            (select json_group_array(json_array(b.id, b.shared, b.owner_id))
               from placements p join boards b on b.id = p.board_id where p.message_id = m.id) as boards,
            exists (select 1 from media where message_id = m.id and type like 'image/%') as photo,
            exists (select 1 from media where message_id = m.id and type not like 'image/%') as file,
            (select group_concat(about, ' ') from (
               select coalesce(title, '') || ' ' || coalesce(description, '') as about
                 from links l join previews using (url) where l.message_id = m.id
               union
               select coalesce(alt, '') || char(10) || coalesce(words, '')
                 from media where message_id = m.id and (alt is not null or words is not null)
               union
               select title from links l join movies f
                   on f.imdb_id = printf('tt%07d', cast(substr(l.url, instr(l.url, '/title/tt') + 9) as integer))
                where l.message_id = m.id and l.url like '%imdb.com/title/tt%')) as attachedText
       from messages m where m.id = $id`,
  ),
  findEntry: db.$client.prepare<Entry, { id: number }>(
    'select tokens, attached_text as attachedText from search_rows where message_id = $id',
  ),
  insertRow: db.$client.prepare<void, { id: number; tokens: string }>(
    'insert into search (rowid, words) values ($id, $tokens)',
  ),
  removeRow: db.$client.prepare<void, { id: number; tokens: string }>(
    "insert into search (search, rowid, words) values ('delete', $id, $tokens)",
  ),
  putEntry: db.$client.prepare<void, Entry & { id: number }>(
    'insert or replace into search_rows (message_id, tokens, attached_text) values ($id, $tokens, $attachedText)',
  ),
  deleteEntry: db.$client.prepare<void, { id: number }>('delete from search_rows where message_id = $id'),
  dequeue: db.$client.prepare<void, { id: number }>('delete from search_queue where message_id = $id'),
}));
