import { expect, spyOn } from 'bun:test';
import { type FileHandle, open } from 'node:fs/promises';
import { enqueue } from '../../src/outbox/outbox';
import { bob } from '../support/cast';
import { until } from '../support/server';
import { testTwilio } from '../support/twilio-server';

async function replaceDatasync(datasync: () => Promise<void>) {
  await using file = await open(import.meta.path);
  const prototype: FileHandle = Object.getPrototypeOf(file);
  return spyOn(prototype, 'datasync').mockImplementation(datasync);
}

testTwilio('a text goes out once the disk has stored that it is being sent', async ({ twilio, server }) => {
  const written = Promise.withResolvers<void>();
  using datasync = await replaceDatasync(() => written.promise);
  enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'membership' });
  await until(() => datasync.mock.calls.length > 0);
  const state = () => server.app.outbox(bob.phone)[0]?.state;
  expect(state()).toBe('sending');
  expect(await server.stranger().get('/healthz')).toMatchObject({ status: 200 });
  expect(twilio.sentTo(bob.phone)).toEqual([]);
  written.resolve();
  await until(() => state() === 'sent');
  expect(twilio.sentTo(bob.phone)).toEqual(['Hello']);
});

testTwilio('a text is not sent while the disk fails, and is sent later', async ({ twilio, server }) => {
  const row = () => server.app.outbox(bob.phone)[0];
  {
    using _ = await replaceDatasync(() => Promise.reject(new Error('EIO: i/o error')));
    enqueue(server.app, { to: bob.phone, body: 'Hello', kind: 'membership' });
    const find = server.app.db.$client.query<{ error: string | null }, []>('select error from outbox');
    await until(() => find.get()?.error === 'The disk failed: EIO: i/o error');
    expect(row()?.state).toBe('queued');
    expect(twilio.sentTo(bob.phone)).toEqual([]);
  }
  server.app.clock.advance(60_000);
  server.app.wakeOutbox();
  await until(() => row()?.state === 'sent');
  expect(twilio.sentTo(bob.phone)).toEqual(['Hello']);
});
