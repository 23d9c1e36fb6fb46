import { open } from '../../db/open';
import { ann } from '../../db/seeds/cast';
import { indexQueued } from '../../src/search/index/indexing';

const INDEXED_TOGETHER = 20;

/** Writes the rows of a message on Ann's board #food, each in a transaction that survives a power cut. */
export function messageWriter(file: string) {
  const opened = open(file);
  const db = opened.$client;
  db.run('pragma synchronous = full'); // Tagline syncs before it answers
  const [user, board] = db
    .query(
      "select user_id, board_id from memberships join users on users.id = user_id where phone = ? and tag = 'food'",
    )
    .values(ann.phone)[0] as [number, number];
  const insert = db.prepare<{ id: number }, [number, string, string, number]>(
    'insert into messages (sender_id, content, source, created_at) values (?, ?, ?, ?) returning id',
  );
  const place = db.prepare(
    "insert into placements (board_id, created_at, message_id, position, tag, known_to) values (?, ?, ?, 0, 'food', ?)",
  );
  const bump = db.prepare(
    'update users set version = version + 1 where id in (select user_id from memberships where board_id = ?)',
  );
  const touch = db.prepare('update users set last_active_at = ? where id = ?');
  const receive = db.prepare(
    "insert into inbound (sid, phone, kind, message_id, received_at) values (?, ?, 'message', ?, ?)",
  );
  let written = 0;
  const write = (content: string, received?: { sid: string; phone: string }): number => {
    const now = Date.now();
    db.run('begin immediate');
    const id = insert.get(user, content, received ? 'sms' : 'api', now)?.id ?? 0;
    place.run(board, now, id, received ? null : user);
    bump.run(board);
    touch.run(now, user);
    if (received) receive.run(received.sid, received.phone, id, now);
    if (written++ % INDEXED_TOGETHER === 0) indexQueued(opened, INDEXED_TOGETHER);
    db.run('commit');
    return id;
  };
  return { db, user, board, write };
}
