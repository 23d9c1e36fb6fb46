import { expect, test } from 'bun:test';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, HOUR } from '../support/clock';
import { ensureUser } from '../support/people';
import { testServer } from '../support/server';
import { startTwilio } from '../support/twilio';

test('one text a hundred times at once, after a restart, and a year later, is one message and one set of notifications', async () => {
  await using twilio = await startTwilio();
  await using keeper = testApp(twilio.environment); // of the folder that outlives the first server
  const env = { DATA_DIR: keeper.config.dataDir };
  const owner = ensureUser(keeper, ann);
  for (const person of [bob, cho]) ensureUser(keeper, person);
  createSharedBoard(keeper, owner, 'house');
  for (const { phone } of [bob, cho]) invite(keeper, owner, 'house', phone);
  const text = twilio.receive(bob.phone, 'New lamp #house');

  async function hundred(later: number) {
    await using server = await testServer({ twilio, env });
    server.app.clock.advance(later);
    const answers = await Promise.all(Array.from({ length: 100 }, () => twilio.deliver(server, text)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const told = server.app.outbox().filter(({ kind }) => kind === 'notification');
    expect(told.map(({ phone }) => phone)).toEqual([ann.phone, cho.phone]);
    expect(server.app.db.$client.query('select count(*) as n from messages').get()).toEqual({ n: 1 });
  }
  await hundred(HOUR);
  await hundred(2 * HOUR);
  await hundred(365 * DAY);
}, 20_000);
