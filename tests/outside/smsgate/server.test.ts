import { expect, test } from 'bun:test';
import { media } from '../../../db/schema';
import { receiveMissedTexts } from '../../../src/texting/missed-texts';
import { bob, cho } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { png } from '../../support/pictures';
import { testServer, until } from '../../support/server';
import { startSmsGate } from '../../support/smsgate';
import { messagesOf } from '../../support/texts';

test('webhooks that are replayed are refused, and the admin page says so', async () => {
  await using smsgate = await startSmsGate();
  await using server = await testServer({ env: smsgate.environment });
  const ping = { event: 'system:ping', payload: {} };
  const once = { at: server.app.now(), id: 'recorded' };
  const calls = [1, 2].map(() => smsgate.call(server, ping, once));
  expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([204, 403]);
  expect(server.app.sms.findings?.()).toMatchObject([
    { name: 'Webhooks refused', state: 'bad', value: '1, the last' },
  ]);
});

test('what the app has tried in vain is read from its inbox, with photos, once', async () => {
  await using smsgate = await startSmsGate();
  await using server = await testServer({ env: smsgate.environment });
  const { app } = server;
  await app.sms.repair?.();
  const photo = { contentType: 'image/png', bytes: png(4, 4) };
  smsgate.tryInVain(smsgate.receive(bob.phone, 'Tried'));
  app.clock.advance(MINUTE);
  smsgate.tryInVain(smsgate.receive(bob.phone, 'Photo', [photo], { at: app.now() }));
  app.clock.advance(MINUTE);
  smsgate.receive(bob.phone, 'Never tried', [photo], { at: app.now() });
  await smsgate.deliver(server, smsgate.receive(cho.phone, 'Arrived', [photo], { at: app.now() }));
  app.clock.advance(MINUTE);
  for (let n = 0; n < 3; n++) await receiveMissedTexts(app);
  await until(() => messagesOf(app, bob).length === 3);
  expect(messagesOf(app, bob).sort()).toEqual(['Never tried', 'Photo', 'Tried']);
  expect(messagesOf(app, cho)).toEqual(['Arrived']);
  await until(() =>
    app.db
      .select()
      .from(media)
      .all()
      .every(({ file }) => file !== null),
  );
  expect(app.db.select().from(media).all()).toHaveLength(3);
});

test.each([false, true])('texts missed while down are delivered again (old release: %p)', async (old) => {
  await using smsgate = await startSmsGate({ old });
  await using server = await testServer({ env: smsgate.environment });
  await server.app.sms.repair?.();
  await smsgate.text(server, bob.phone, 'Arrived');
  smsgate.receive(bob.phone, 'Missed');
  smsgate.phone.on = false;
  expect(await receiveMissedTexts(server.app).catch(({ retry }) => retry)).toBe(true);
  smsgate.phone.on = true;
  server.app.clock.advance(MINUTE);
  await receiveMissedTexts(server.app);
  await until(() => messagesOf(server.app, bob).length === 2);
  expect(messagesOf(server.app, bob)).toEqual(['Arrived', 'Missed']);
});
