import { expect, test } from 'bun:test';
import { create } from '../../src/messages/messages';
import { sendGatheredNotifications } from '../../src/notices/notifications';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { HOUR, SECOND } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';

function newTextsTo(app: TestApp, phone: string) {
  let seen = 0;
  return () => {
    const bodies = app.outbox(phone).map(({ body }) => body);
    const fresh = bodies.slice(seen);
    seen = bodies.length;
    return fresh;
  };
}

test('two Taglines that text each other stop after thirty texts and a last word', async () => {
  await using one = testApp({ ...TWILIO, PHONE_NUMBER: '+12025550801', PRODUCT_NAME: 'One' });
  await using other = testApp({ ...TWILIO, PHONE_NUMBER: '+12025550802', PRODUCT_NAME: 'Other' });
  for (const { clock } of [one, other]) clock.freeze();
  const toOther = newTextsTo(one, '+12025550802');
  const toOne = newTextsTo(other, '+12025550801');
  textIn(one, { ...bob, phone: '+12025550802' }, 'Somebody pretends #feedback'); // starts the conversation
  let texts = 0;
  for (let second = 0; second < 600; second++) {
    const fromOne = toOther();
    const fromOther = toOne();
    texts += fromOne.length + fromOther.length;
    for (const body of fromOne) textIn(other, { ...bob, phone: '+12025550801' }, body);
    for (const body of fromOther) textIn(one, { ...bob, phone: '+12025550802' }, body);
    one.clock.advance(SECOND);
    other.clock.advance(SECOND);
  }
  expect(texts).toBeGreaterThan(0);
  expect(texts).toBeLessThanOrEqual(31);
});

for (const [name, answer] of [
  ['repeats our text', (body: string) => body],
  ['quotes our text', (body: string) => `You wrote: ${body}`],
  ['is on holiday', () => 'I am away until Monday #feedback'],
  ['texts UNDO', () => 'UNDO'],
  ['texts YES', () => 'YES'],
] as [string, (body: string) => string][])
  test(`an auto-responder that ${name} gets thirty answers and a last word at most`, async () => {
    await using app = testApp(TWILIO);
    app.clock.freeze(); // else a slow machine's ten minutes are longer, and the next limit begins
    const inbox = newTextsTo(app, bob.phone);
    textIn(app, bob, 'Hello #feedback');
    let received = 0;
    for (let second = 0; second < 600; second++) {
      for (const body of inbox()) {
        received++;
        textIn(app, bob, answer(body));
      }
      app.clock.advance(SECOND);
    }
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThanOrEqual(31);
  });

test('an auto-responder on a shared board notifies nobody', async () => {
  await using app = testApp(TWILIO);
  const owner = ensureUser(app, ann);
  share(app, owner, 'house', bob);
  app.clock.advance(HOUR);
  const inbox = newTextsTo(app, bob.phone);
  inbox();
  create(app, owner, { content: 'New lamp #house', source: 'ui' });
  for (let second = 0; second < 600; second++) {
    for (const body of inbox()) textIn(app, bob, body);
    app.clock.advance(SECOND);
    sendGatheredNotifications(app);
  }
  expect(app.outbox(ann.phone)).toEqual([]);
});
