import { join } from 'node:path';
import { open } from '../../db/open';
import { ann } from '../../db/seeds/cast';
import { indexQueued } from '../../src/search/index/indexing';

/**
 * Returns the yardstick for storing: a function that writes the rows of messages with bun:sqlite for
 * `duration` milliseconds. That function returns the number of messages stored per second. Like the product,
 * it uses one transaction for each message and the same pragmas. It indexes twenty messages at a time for
 * search.
 */
export function rawWriter(dataDir: string) {
  const opened = open(join(dataDir, 'tagline.db'));
  const db = opened.$client;
  const [user, board] = db
    .query(
      "select user_id, board_id from memberships join users on users.id = user_id where phone = ? and tag = 'food'",
    )
    .values(ann.phone)[0] as [number, number];
  const insert = db.prepare<{ id: number }, [number, string, number]>(
    "insert into messages (sender_id, content, source, created_at) values (?, ?, 'api', ?) returning id",
  );
  const place = db.prepare("insert into placements values (?, ?, ?, 0, 'food')");
  const bump = db.prepare(
    'update users set version = version + 1 where id in (select user_id from memberships where board_id = ?)',
  );
  const touch = db.prepare('update users set last_active_at = ? where id = ?');
  let n = 0;
  return (duration: number): number => {
    const began = performance.now();
    let count = 0;
    for (; performance.now() - began < duration; count++) {
      const now = Date.now();
      db.run('begin immediate');
      const id = insert.get(user, `Bench message ${n++} about ramen`, now)?.id ?? 0;
      place.run(board, now, id);
      bump.run(board);
      touch.run(now, user);
      if (count % 20 === 0) indexQueued(opened, 20);
      db.run('commit');
    }
    return count / ((performance.now() - began) / 1000);
  };
}
