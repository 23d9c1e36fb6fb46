import { eq } from 'drizzle-orm';
import { outbox } from '../../db/schema';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import type { TestApp } from '../support/app';
import { dee } from '../support/cast';
import { SECOND } from '../support/clock';
import { ensureUser } from '../support/people';

export const FAST = { BROADCAST_PACE: '1000' };
export const HELLO = 'You can now text photos, too.';

export const addPeople = (app: TestApp, count: number) =>
  Array.from({ length: count }, (_, n) =>
    ensureUser(app, { ...dee, phone: `+1303555${String(n).padStart(4, '0')}` }),
  );

export const broadcastTexts = (app: TestApp) => app.outbox().filter(({ kind }) => kind === 'broadcast');

export const sendQueued = (app: TestApp) =>
  app.db.update(outbox).set({ state: 'sent' }).where(eq(outbox.state, 'queued')).run();

/** Passes these seconds, in which the gateway takes all texts and the queue goes on. */
export function runSeconds(app: TestApp, seconds: number) {
  for (let second = 0; second < seconds; second++) {
    app.clock.advance(SECOND);
    sendQueued(app);
    continueBroadcast(app);
  }
}
