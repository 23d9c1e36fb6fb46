import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outbox } from '../../../db/schema';
import { RESTORED_AT } from '../../../src/app/data-folder/data-folder';
import { withdrawNotifications } from '../../../src/notices/notifications';
import { countHeldTexts, decideHeldTexts, holdRestoredTexts } from '../../../src/outbox/held-texts';
import { dropText } from '../../../src/outbox/outbox';
import type { TestApp } from '../../support/app';
import { ann } from '../../support/cast';
import { SECOND } from '../../support/clock';
import { house, pushDue, statesOf, testHouse } from './world';

function restore(app: TestApp) {
  app.clock.advance(SECOND);
  writeFileSync(join(app.config.dataDir, RESTORED_AT), new Date(app.now()).toISOString());
  holdRestoredTexts(app);
}

test.each([
  ['send', 'pushed', 1],
  ['drop', 'dropped', 0],
] as const)(
  'a push that waited at the backup is held until an operator says %s',
  async (say, state, shown) => {
    await using world = await house();
    const { app } = world;
    const browser = await world.browser();
    world.post('Lamp #house');
    restore(app);
    await pushDue(app);
    expect([statesOf(app, ann), countHeldTexts(app)?.texts]).toEqual([['notification held'], 1]);
    decideHeldTexts(app, say);
    await pushDue(app);
    expect([statesOf(app, ann), world.shown(browser).length]).toEqual([[`notification ${state}`], shown]);
  },
);

testHouse('the text in place of a held push is looked up at the gateway first', async ({ app, ...world }) => {
  world.service.end(await world.browser());
  world.post('Lamp #house');
  restore(app);
  decideHeldTexts(app, 'send');
  await pushDue(app);
  expect(statesOf(app, ann)).toEqual(['notification sending']);
});

testHouse('a deleted message is not pushed, nor texted in its place', async ({ app, ...world }) => {
  const browser = await world.browser();
  world.service.failNext({ status: 503 });
  const message = await world.push('Lamp #house');
  withdrawNotifications(app, [message]);
  app.clock.advance(5 * SECOND);
  await pushDue(app);
  expect([statesOf(app, ann), world.shown(browser)]).toEqual([[], []]);
});

testHouse('the words of a push are erased with those of its text', async ({ app, ...world }) => {
  await world.browser();
  world.post('Lamp #house');
  const { dedupeKey, push } = app.db.select().from(outbox).get()!;
  expect(push?.text).toBe('Lamp');
  dropText(app, dedupeKey!, 'Not needed.');
  expect(app.db.select().from(outbox).get()).toMatchObject({ state: 'dropped', body: '', push: null });
});
