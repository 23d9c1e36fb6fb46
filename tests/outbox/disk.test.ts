import { expect } from 'bun:test';
import { enqueue } from '../../src/outbox/outbox';
import { bob } from '../support/cast';
import { diskFails, replaceDatasync } from '../support/datasync';
import { until } from '../support/server';
import { testTwilio } from '../support/twilio-server';

testTwilio('a text goes out once the disk has stored that it is being sent', async ({ twilio, server }) => {
  const written = Promise.withResolvers<void>();
  const state = () => server.app.outbox(bob.phone)[0]?.state;
  using _ = await replaceDatasync(() => (state() === 'sending' ? written.promise : Promise.resolve()));
  enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'membership' });
  await until(() => state() === 'sending');
  expect(await server.stranger().get('/healthz')).toMatchObject({ status: 200 });
  expect(twilio.sentTo(bob.phone)).toEqual([]);
  written.resolve();
  await until(() => state() === 'sent');
  expect(twilio.sentTo(bob.phone)).toEqual(['Hello']);
});

testTwilio('a text is not sent while the disk fails, and is sent later', async ({ twilio, server }) => {
  const row = () => server.app.outbox(bob.phone)[0];
  {
    using _ = await replaceDatasync(diskFails);
    enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'membership' });
    server.app.wakeOutbox(); // nothing else wakes it now before its next look
    const find = server.app.db.$client.query<{ error: string | null }, []>('select error from outbox');
    await until(() => find.get()?.error === 'The disk failed: EIO: i/o error, fdatasync');
    expect(row()?.state).toBe('queued');
    expect(twilio.sentTo(bob.phone)).toEqual([]);
  }
  server.app.clock.advance(60_000);
  server.app.wakeOutbox();
  await until(() => row()?.state === 'sent');
  expect(twilio.sentTo(bob.phone)).toEqual(['Hello']);
});
