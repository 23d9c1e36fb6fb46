import { expect, test } from 'bun:test';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, HOUR } from '../support/clock';
import { ensureUser } from '../support/people';
import { testServer, until } from '../support/server';
import { startTwilio } from '../support/twilio';

test('a text delivered a hundred times, also a year later, is one message', async () => {
  await using twilio = await startTwilio();
  await using first = testApp(twilio.environment); // each server below uses the data folder of this app
  const env = { DATA_DIR: first.config.dataDir };
  const owner = ensureUser(first, ann);
  for (const person of [bob, cho]) ensureUser(first, person);
  createSharedBoard(first, owner, 'house');
  for (const { phone } of [bob, cho]) invite(first, owner, 'house', phone);
  const text = twilio.receive(bob.phone, 'New lamp #house');

  async function deliverHundredTimes(later: number, kept = [ann.phone, cho.phone]) {
    await using server = await testServer({ twilio, env });
    server.app.clock.advance(later);
    const answers = await Promise.all(Array.from({ length: 100 }, () => twilio.deliver(server, text)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const notified = () =>
      server.app.outbox().flatMap(({ kind, phone }) => (kind === 'notification' ? [phone] : []));
    await until(() => Bun.deepEquals(notified(), kept)); // the job that deletes old texts may come late
    expect(server.app.db.$client.query('select count(*) as n from messages').get()).toEqual({ n: 1 });
  }
  await deliverHundredTimes(HOUR);
  await deliverHundredTimes(2 * HOUR);
  await deliverHundredTimes(365 * DAY, []); // texts leave the outbox after 30 days, and none is sent again
});
