import { transaction } from '../../db/open';
import { bob, eve } from '../../db/seeds/cast';
import { createBoard } from '../../src/boards/boards';
import { create } from '../../src/messages/messages';
import { indexQueued } from '../../src/search/index/indexing';
import { openApp, requireUserByPhone, signInMany } from './databases';

const BOARDS = 300;
const MESSAGES_PER_BOARD = 10;

export async function addBoardsOfEve(dataDir: string): Promise<{ user: number; cookie: string }> {
  const app = openApp(dataDir);
  const [reader, friend] = [requireUserByPhone(app, eve), requireUserByPhone(app, bob)];
  const { $client } = app.db;
  const join = $client.prepare(
    "insert into memberships (board_id, user_id, role, tag, joined_at) values (?, ?, 'member', ?, 0)",
  );
  const addPhoto = $client.prepare(`
    insert into media (user_id, message_id, type, file, bytes, width, height, placeholder, words, created_at)
    values (?, ?, 'image/jpeg', ?, 100000, 1200, 900, 'h5qYqsu7u7yqmIeHd2ZmVlVEREQzMzMi', '', 0)`);
  transaction(app.db, () => {
    for (let n = 0; n < BOARDS; n++) {
      const tag = `board-${n}`;
      const board = createBoard(app, reader, { tag, shared: n % 2 === 0 });
      if (board.shared) join.run(board.id, friend.id, tag);
    }
    for (let n = 0; n < BOARDS * MESSAGES_PER_BOARD; n++) {
      const board = n % BOARDS;
      const sender = board % 2 === 0 && n % 3 === 0 ? friend : reader;
      const content = `Note number ${n} about the ramen place near the station, which is open till late #board-${board}`;
      const id = create(app, sender, { content, source: 'api', audience: 'nobody' });
      if ((n + Math.floor(n / BOARDS)) % 4 === 0) addPhoto.run(sender.id, id, `photo-${n}.jpg`);
    }
    indexQueued(app.db, Number.MAX_SAFE_INTEGER); // so that the server need not index them later
  });
  const [cookie = ''] = await signInMany(app, [reader.id]);
  app.close();
  return { user: reader.id, cookie };
}
