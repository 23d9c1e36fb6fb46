import { expect, test } from 'bun:test';
import type { User } from '../../db/schema';
import { submitInvite } from '../../src/boards/invites/invites';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { downloadQueued } from '../../src/media/downloads';
import { deleteRemovedFiles } from '../../src/media/files';
import { storeUpload } from '../../src/media/media';
import { edit } from '../../src/messages/editing';
import { create, remove } from '../../src/messages/messages';
import { sendGatheredNotifications } from '../../src/notices/notifications';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import { startBroadcast } from '../../src/operators/broadcasts';
import { recordReport } from '../../src/outbox/reports';
import { startOutboxWorker } from '../../src/outbox/worker';
import { consumeCode, issueCode } from '../../src/people/auth/codes';
import { createSession, revokeSession, validateSession } from '../../src/people/auth/sessions';
import { sendFromPhone } from '../../src/texting/simulator';
import { type TestApp, testApp } from '../support/app';
import { ann, dee } from '../support/cast';
import { MINUTE } from '../support/clock';
import { ensureUser } from '../support/people';
import { png } from '../support/pictures';
import { until } from '../support/server';
import { watchStatements } from '../support/statements';

const PICTURE = png(20, 20);
const PHOTO = `data:image/png;base64,${PICTURE.toBase64()}`;

async function acceptInvite(app: TestApp, phone: string, { inviteCode }: User) {
  submitInvite(app, { phoneNumber: phone, inviteCode, address: '192.0.2.1' });
  await sendFromPhone(app, { from: phone, body: 'YES' });
}

async function sendTexts(app: TestApp, { phone }: User) {
  const bodies = ['Milk #house', '(1/2) Long #house', '(2/2) story #food', 'Liked “Milk #house”', 'See this'];
  for (const body of bodies) await sendFromPhone(app, { from: phone, body });
  await sendFromPhone(app, { from: phone, body: '', media: [PHOTO] });
  await sendFromPhone(app, { from: phone, body: 'Look', media: [PHOTO] });
  await downloadQueued(app);
  await sendFromPhone(app, { from: phone, body: 'Undo' });
  await deleteRemovedFiles(app);
}

async function signInAndEdit(app: TestApp, user: User) {
  const challenge = issueCode(app, user.phone, { address: '192.0.2.1' });
  const codeTexts = app.db.$client.query<{ body: string }, []>(
    "select body from outbox where kind = 'code' order by id desc",
  );
  consumeCode(app, user.phone, codeTexts.get()!.body.slice(0, 6), challenge);
  const cookie = (await createSession(app, user.id)).split(';')[0]!;
  expect(await validateSession(app, cookie)).toMatchObject({ user: { id: user.id } });
  const file = await storeUpload(app, user, { bytes: PICTURE, type: 'image/png', name: 'cat.png' });
  const id = create(app, user, { content: 'Cat #house', source: 'ui', mediaIds: [file.id] });
  edit(app, user, id, { content: 'Cats', tags: ['house', 'food'] });
  edit(app, user, id, { tags: ['food', 'cats'] });
  remove(app, [id]);
  await revokeSession(app, cookie);
}

async function deliverAll(app: TestApp) {
  const { $client } = app.db;
  await until(() => !$client.query("select 1 from outbox where state in ('queued', 'sending')").get());
  const sent = $client.query<{ id: number; sid: string }, []>(
    "select id, sid from outbox where state = 'sent'",
  );
  for (const { id, sid } of sent.all())
    recordReport(app, id, { sid, to: null, state: 'delivered', errorCode: null, price: '-0.00790 USD' });
}

test('no SQL statement is compiled twice when people repeat their acts', async () => {
  using statements = watchStatements();
  await using app = testApp();
  const worker = startOutboxWorker(app);
  const owner = ensureUser(app, ann);
  createSharedBoard(app, owner, 'house');
  const members = ['+12025550201', '+12025550202', '+12025550203'].map((phone) =>
    ensureUser(app, { ...dee, phone }),
  );
  for (const { phone } of members) invite(app, owner, 'house', phone);
  startBroadcast(app, owner, 'You can now text photos, too.');
  const compiled: string[][] = [];
  for (const [n, member] of members.entries()) {
    statements.takeCompiled();
    await acceptInvite(app, `+1202555030${n}`, owner);
    await sendTexts(app, member);
    await signInAndEdit(app, member);
    app.clock.advance(2 * MINUTE);
    sendGatheredNotifications(app);
    continueBroadcast(app);
    await deliverAll(app);
    compiled.push(statements.takeCompiled());
  }
  await worker.stop();
  const [first = [], ...later] = compiled;
  const again = later.flat().filter((sql, at, all) => first.includes(sql) || all.indexOf(sql) !== at);
  expect(again).toEqual([]);
  expect(first.length).toBeGreaterThan(50);
  const kinds = new Set(app.outbox().map(({ kind }) => kind));
  expect(kinds).toEqual(
    new Set(['membership', 'broadcast', 'invite', 'welcome', 'notification', 'reply', 'code']),
  );
});
