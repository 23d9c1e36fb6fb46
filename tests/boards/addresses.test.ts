import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { migrate } from '../../db/migrate';
import { requireBoard } from '../../src/boards/boards';
import { renameShared } from '../../src/boards/naming';
import { createSharedBoard } from '../../src/boards/sharing';
import { countSegments } from '../../src/contract/segments';
import { boardUrl } from '../../src/outbox/board-url';
import { test } from '../support/app-test';
import { sharedBoardCards } from '../support/board-cards';
import { bob } from '../support/cast';
import { HOUR } from '../support/clock';
import { post, share } from '../support/house';
import { withMigrations } from '../support/made-up-migration';
import { textsTo } from '../support/texts';

test('each board of an older database gets an address of its own', () => {
  using sqlite = new Database(':memory:', { strict: true });
  {
    using _ = withMigrations(([first]) => [first!]);
    migrate(sqlite);
  }
  sqlite.run('drop trigger board_address');
  sqlite.run("insert into users (phone, invite_code, created_at) values ('+12025550111', 'code', 1)");
  const insert = sqlite.prepare('insert into boards (owner_id, created_at) values (1, 1)');
  for (let n = 0; n < 2000; n++) insert.run();
  insert.finalize();
  migrate(sqlite);
  const addresses = sqlite.query('select address from boards').values().flat().map(String);
  expect(new Set(addresses).size).toBe(2000);
  expect(addresses.filter((address) => !/^[a-km-np-z2-9]{5}$/.test(address))).toEqual([]);
});

test('a board keeps its address when it is renamed', ({ app, owner, id }) => {
  const url = boardUrl(app, id);
  renameShared(app, owner, id, 'villa');
  expect(boardUrl(app, id)).toBe(url);
  expect(sharedBoardCards(app, owner)).toMatchObject([{ name: 'villa', address: url.split('/b/')[1] }]);
});

test('no two boards have the same address', ({ app, owner, id }) => {
  const other = createSharedBoard(app, owner, 'garden').id;
  expect(boardUrl(app, other)).not.toBe(boardUrl(app, id));
});

test('a notification about a board with a long name has few segments', ({ app, owner }) => {
  const name = '𠀀'.repeat(50);
  share(app, owner, name, bob);
  expect(requireBoard(app, owner, name).shared).toBe(true);
  app.clock.advance(HOUR);
  post(app, owner, `Lamp #${name}`);
  expect(textsTo(app, bob, 'notification').map(countSegments)).toEqual([3]);
});
