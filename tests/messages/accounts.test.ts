import { expect } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outbox } from '../../db/schema';
import { listMembers } from '../../src/boards/sharing';
import { deleteAccount } from '../../src/messages/delete-account';
import { allMessages } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { findUserByPhone } from '../../src/people/users';
import { test } from '../support/app-test';
import { privateBoardCards } from '../support/board-cards';
import { ann, bob } from '../support/cast';
import { copyOf } from '../support/client';
import { testServer, until } from '../support/server';

test("when an owner's account is deleted, members keep what they posted", ({ app, owner, member }) => {
  create(app, owner, { content: 'Lamp #house', source: 'ui' });
  create(app, member, { content: 'Sofa #house', source: 'ui' });
  deleteAccount(app, owner);
  expect(allMessages(app, member).map(({ content }) => content)).toEqual(['Sofa #house']);
  expect(privateBoardCards(app, member)).toMatchObject([{ tag: 'house', count: 1 }]);
  expect(findUserByPhone(app, ann.phone)).toBeNull();
});

test("when a member's account is deleted, so are their messages on boards", ({ app, owner, member }) => {
  create(app, member, { content: 'Sofa #house', source: 'ui' });
  deleteAccount(app, member);
  expect(allMessages(app, owner)).toEqual([]);
  expect(listMembers(app, owner, 'house').map(({ userId }) => userId)).toEqual([owner.id]);
});

test('texts to others about a deleted user or their messages are erased', ({ app, owner, member }) => {
  create(app, owner, { content: 'Lamp #house', source: 'ui' });
  const texts = () => app.outbox(bob.phone).map(({ body, state }) => [state, /Ann Lee|Lamp/.test(body)]);
  app.db.update(outbox).set({ state: 'delivered' }).run();
  expect(texts()).toEqual([
    ['delivered', true],
    ['delivered', true],
  ]);
  const count = app.outbox(bob.phone).length;
  deleteAccount(app, owner);
  expect(texts().slice(0, count)).toEqual([
    ['delivered', false],
    ['delivered', false],
  ]);
  deleteAccount(app, member);
  expect(app.outbox()).toEqual([]);
});

test('deleting an account covers every table with phone numbers', ({ app }) => {
  const tables = app.db.$client
    .query<{ name: string }, []>(`
      select t.name from pragma_table_list t join pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and c.name = 'phone' order by 1`)
    .all();
  const covered = [
    'blocked_numbers', // a block outlives the account
    'board_invites',
    'codes',
    'consents',
    'inbound',
    'invites',
    'lines', // this table has the phone numbers of the server, not of people
    'outbox',
    'phones',
    'sign_in_texts',
    'simulator_mails',
    'simulator_phones',
    'simulator_texts',
    'text_costs',
    'users',
  ];
  expect(tables.map(({ name }) => name)).toEqual(covered);
});

test('a deleted account is signed out everywhere and leaves no trace in files', async () => {
  await using server = await testServer();
  const folder = server.app.config.dataDir;
  const inFiles = (word: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word))
      .map(({ name }) => name);
  await server.introduce(bob);
  await server.text(bob, 'Xylophone lessons #zymurgy');
  await server.as(bob).post('/api/messages', { content: 'Quixotic', tags: ['zymurgy'] });
  const other = copyOf(server.url, server.as(bob));
  const traces = ['Xylophone', 'zymurgy', 'Quixotic', bob.phone];
  for (const trace of traces) expect(inFiles(trace)).not.toEqual([]);
  await until(() => server.app.outbox().every(({ state }) => state !== 'queued' && state !== 'sending'));

  const deleted = await server.as(bob).delete('/api/auth/delete-account');
  expect([deleted.status, deleted.body]).toMatchObject([200, { success: true }]);
  expect(server.as(bob).cookies.size).toBe(0);
  expect((await other.get('/api/messages')).status).toBe(401);
  for (const trace of traces) expect([trace, inFiles(trace)]).toEqual([trace, []]);
});
