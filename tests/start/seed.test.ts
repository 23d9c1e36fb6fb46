import { expect, test } from 'bun:test';
import { pathToFileURL } from 'node:url';
import { ann, eve } from '../../db/seeds/cast';
import { readTexts } from '../../db/seeds/texts';
import { messageWriter } from '../../scripts/bench/message-writer';
import { allMessages } from '../../src/messages/lists';
import { findUserByPhone } from '../../src/people/users';
import { fillDatabase, seed } from '../../src/start/seed';
import { testApp } from '../support/app';
import { wronglyKnown } from '../support/placements';

test('a seeded database has the right number of messages and right counts', async () => {
  await using app = testApp();
  const clock = { now: app.now() };
  fillDatabase(Object.assign(app, { now: () => clock.now }), clock, 300);
  const query = <T>(sql: string) => Object.values(app.db.$client.query(sql).get() as object)[0] as T;
  expect(query<number>('select count(*) from messages')).toBe(300);
  expect(
    query<number>('select count(*) from messages where id not in (select message_id from placements)'),
  ).toBe(0);
  expect(
    query<number>(
      'select count(*) from boards b where message_count <> (select count(*) from placements where board_id = b.id)',
    ),
  ).toBe(0);
  expect(wronglyKnown(app)).toEqual([]);
  expect(query<number>('select count(*) from boards where shared')).toBeGreaterThan(2);
  expect(app.outbox()).toEqual([]);
  expect(query<number>('select count(*) from memberships where not sms_enabled')).toBe(0);
  const [seenByAnn, seenByEve] = [ann, eve].map(({ phone }) => {
    const user = findUserByPhone(app, phone);
    return user ? allMessages(app, user).length : Number.NaN;
  });
  expect(seenByAnn).toBeGreaterThan(10);
  expect(seenByEve).toBe(0);
  const { write, db } = messageWriter(app.db.$client.filename); // of the bench, which no test runs
  expect(write('ramen', { sid: 'SM1', phone: ann.phone })).toBeGreaterThan(300);
  db.close();
});

test('a wrong number of messages is refused', async () => {
  await using app = testApp();
  for (const count of [0, 1.5, Number.NaN, 100_000_000])
    expect(() => seed(app.config, count, () => {})).toThrow('How many messages? A whole number from 1 to');
});

test('without the corpus texts are generated', () => {
  const { real, texts } = readTexts(Math.random, pathToFileURL('/nowhere/'));
  expect(real).toBe(false);
  expect(new Set(texts).size).toBeGreaterThan(100);
});
