import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { media, outbox } from '../../db/schema';
import { findNewestLine } from '../../src/outbox/lines';
import { enqueue, hasStopped } from '../../src/outbox/outbox';
import { fetchMissedReports } from '../../src/outbox/reports';
import { receiveMissedTexts } from '../../src/texting/missed-texts';
import { bob, cho, dee, eve } from '../support/cast';
import { tempFolder } from '../support/folder';
import { png } from '../support/pictures';
import { type TestServer, testServer, until } from '../support/server';
import { startTelnyx, type Telnyx } from '../support/telnyx';
import { messagesOf } from '../support/texts';
import { startTwilio, TOO_MANY, type Twilio } from '../support/twilio';

const OLD_NUMBER = '+12025550100';
const NEW_NUMBER = '+12025550155';
const PHOTO = { type: 'image/png', bytes: png(4, 4) };

const rowOf = ({ app }: TestServer, phone: string) =>
  app.db.select().from(outbox).where(eq(outbox.phone, phone)).get()!;

async function textOverTwilio(twilio: Twilio, folder: string) {
  await using server = await testServer({ twilio, env: { DATA_DIR: folder } });
  const { app } = server;
  await twilio.text(server, eve.phone, 'STOP');
  twilio.failNext('drop');
  enqueue(app, { to: bob.phone, body: 'Only once', kind: 'reply' });
  app.wakeOutbox();
  await until(() => rowOf(server, bob.phone).error);
  const photo = twilio.receive(dee.phone, 'Look #food', [PHOTO]);
  twilio.failAlways(TOO_MANY); // if Twilio refuses a text in this way, it certainly does not have the text
  await twilio.deliver(server, photo);
  await until(() => app.db.select().from(media).get()?.failure);
  enqueue(app, { to: cho.phone, body: 'Still waiting', kind: 'reply' });
  await until(() => rowOf(server, cho.phone).error);
  expect(rowOf(server, cho.phone)).toMatchObject({ state: 'queued', sid: null });
  expect(rowOf(server, bob.phone)).toMatchObject({ state: 'sending', sid: null });
}

function passTime({ app }: TestServer) {
  app.db.update(outbox).set({ nextAt: 0 }).run();
  app.db.$client.run('update media set next_at = 1 where next_at is not null');
  app.wakeOutbox();
  app.wakeMedia();
}

async function startBoth() {
  const folder = tempFolder();
  const twilio = await startTwilio({ number: OLD_NUMBER });
  const telnyx = await startTelnyx({ number: NEW_NUMBER });
  await textOverTwilio(twilio, folder.path);
  twilio.failAlways(null);
  return {
    twilio,
    telnyx,
    folder,
    async [Symbol.asyncDispose]() {
      await Promise.all([twilio[Symbol.asyncDispose](), telnyx[Symbol.asyncDispose]()]);
      folder[Symbol.dispose]();
    },
  };
}

test('the new line sends what waited, and the former line is asked about its own texts', async () => {
  await using world = await startBoth();
  const { twilio, telnyx, folder } = world;
  const env = { ...twilio.environment, ...telnyx.environment, DATA_DIR: folder.path };
  await using server = await testServer({ env });
  const { app } = server;
  passTime(server);
  await until(() => rowOf(server, bob.phone).sid && rowOf(server, cho.phone).sid);
  expect(twilio.sentTo(bob.phone)).toEqual(['Only once']);
  expect(telnyx.sentTo(bob.phone)).toEqual([]);
  expect(telnyx.sentTo(cho.phone)).toEqual(['Still waiting']);
  expect(hasStopped(app, eve.phone)).toBe(true);
  await until(() => app.db.select().from(media).get()?.file);

  twilio.texts.find(({ to }) => to === bob.phone)!.status = 'delivered';
  await fetchMissedReports(app);
  expect(rowOf(server, bob.phone)).toMatchObject({ state: 'delivered', price: '-0.00790 USD' });
  expectNothingOfTwilio(telnyx, twilio);
});

test('texts to the former number are received as long as its settings are kept', async () => {
  await using world = await startBoth();
  const { twilio, telnyx, folder } = world;
  const env = { ...twilio.environment, ...telnyx.environment, DATA_DIR: folder.path };
  await using server = await testServer({ env });
  expect((await twilio.text(server, bob.phone, 'By webhook')).status).toBe(200);
  twilio.receive(cho.phone, 'From the list', [PHOTO]);
  await receiveMissedTexts(server.app);
  expect(messagesOf(server.app, bob)).toEqual(['By webhook']);
  expect(messagesOf(server.app, cho)).toEqual(['From the list']);
  await until(() => server.app.db.select().from(media).all().at(-1)?.file);
  expectNothingOfTwilio(telnyx, twilio);
});

test('nobody signs in as the number of a line, present or former', async () => {
  await using world = await startBoth();
  const { twilio, telnyx, folder } = world;
  const env = { ...twilio.environment, ...telnyx.environment, DATA_DIR: folder.path, SIGN_IN_BY_TEXT: 'on' };
  await using server = await testServer({ env });
  const stranger = server.stranger();
  for (const phoneNumber of [OLD_NUMBER, NEW_NUMBER])
    for (const path of ['/api/auth/login', '/api/auth/text'])
      expect((await stranger.post(path, { phoneNumber })).status).toBe(400);
  expect((await stranger.post('/api/auth/login', { phoneNumber: bob.phone })).status).toBe(200);
});

test('without the settings of the former line, the new line is not asked about its texts', async () => {
  await using world = await startBoth();
  const { twilio, telnyx, folder } = world;
  await using server = await testServer({ env: { ...telnyx.environment, DATA_DIR: folder.path } });
  const { app } = server;
  passTime(server);
  await until(() => rowOf(server, cho.phone).sid && rowOf(server, bob.phone).state === 'failed');
  expect(rowOf(server, bob.phone).error).toContain('perhaps it was sent');
  expect(telnyx.sentTo(bob.phone)).toEqual([]);
  const { failure } = await until(() => {
    const row = app.db.select().from(media).get();
    return row?.failure?.startsWith('It is at') ? row : null;
  });
  expect(failure).toBe(
    'It is at Twilio, +1 (202) 555-0100: set the settings of that line again beside SMS_GATEWAY.',
  );
  expect(messagesOf(app, dee)).toEqual(['Look #food']); // the photo still waits and is not given up
  expect((await twilio.text(server, bob.phone, 'Hello?')).status).toBe(404);
  await fetchMissedReports(app);
  expectNothingOfTwilio(telnyx, twilio);
});

test('a code whose answer was lost is sent again by the new line', async () => {
  await using world = await startBoth();
  const { telnyx, folder } = world;
  {
    await using server = await testServer({ env: { ...telnyx.environment, DATA_DIR: folder.path } });
    enqueue(server.app, { to: dee.phone, body: 'Your code is 123456', kind: 'code' });
    server.app.db
      .update(outbox)
      .set({ state: 'sending', attempts: 1, lineId: 1 })
      .where(eq(outbox.phone, dee.phone))
      .run();
    passTime(server);
    await until(() => telnyx.sentTo(dee.phone).length > 0);
  }
  expect(telnyx.sentTo(dee.phone)).toEqual(['Your code is 123456']);
});

test('a line is recorded when it is first used, and when it changes', async () => {
  using folder = tempFolder();
  await using twilio = await startTwilio({ number: OLD_NUMBER });
  await using telnyx = await startTelnyx({ number: NEW_NUMBER });
  const lines: (string | undefined)[] = [];
  for (const line of [twilio, twilio, telnyx, twilio]) {
    await using server = await testServer({ env: { ...line.environment, DATA_DIR: folder.path } });
    const { id, label, phone } = findNewestLine(server.app)!;
    lines.push(`${id}: ${label} ${phone}`);
  }
  expect(lines).toEqual([
    `1: Twilio ${OLD_NUMBER}`,
    `1: Twilio ${OLD_NUMBER}`,
    `2: Telnyx ${NEW_NUMBER}`,
    `3: Twilio ${OLD_NUMBER}`,
  ]);
});

function expectNothingOfTwilio(telnyx: Telnyx, twilio: Twilio) {
  const asked = telnyx.calls.map(({ path }) => path).join('\n');
  for (const { sid } of twilio.texts) expect(asked).not.toContain(sid);
}
