import { eq } from 'drizzle-orm';
import { transaction } from '../../../db/open';
import { inbound, phones } from '../../../db/schema';
import type { App } from '../../app/app';
import { chargeRateLimits } from '../../app/rate-limits';
import type { Context } from '../../app/trpc';
import { createSharedBoard, invite } from '../../boards/sharing';
import type { DemoState } from '../../contract/demo';
import { deleteAccount, eraseNumber } from '../../messages/delete-account';
import { create } from '../../messages/messages';
import { signIn } from '../../people/auth/sign-in';
import { findVisitor, rememberVisit } from '../../people/demo/visitor';
import { addVisit, countVisits, listEndedVisits, removeVisit, type Visit } from '../../people/demo/visits';
import { findOrCreateUser, findUserByPhone, updateProfile } from '../../people/users';
import { sendFromPhone } from '../simulator';
import { FIRST_TEXTS, NAMES, PRIVATE_NOTES, SHARED_BOARD, SHARED_NOTES } from './samples';

/** In one turn of the chore, because other requests wait meanwhile. */
const ENDED_AT_ONCE = 10;

export const readDemo = ({ app, cookie }: Context): DemoState => {
  const visit = findVisitor(app, cookie);
  const endsAt = visit && new Date(visit.endsAt).toISOString();
  return { endsAt, full: countVisits(app) >= (app.config.demo?.visitors ?? 0) };
};

/** Goes on with the visit of this browser, if there is one. */
export async function startVisit(ctx: Context) {
  const visit = findVisitor(ctx.app, ctx.cookie) ?? (await makeVisit(ctx));
  return signIn(ctx, findOrCreateUser(ctx.app, visit.phones[0]).user);
}

async function makeVisit(ctx: Context): Promise<Visit> {
  const { app } = ctx;
  chargeRateLimits(app, { 'demo from an address': ctx.address });
  const visit = addVisit(app);
  try {
    for (const [n, phone] of visit.phones.entries())
      await sendFromPhone(app, { from: phone, body: FIRST_TEXTS[n]! });
    fill(app, visit);
  } catch (error) {
    endVisit(app, visit);
    throw error;
  }
  rememberVisit(ctx, visit);
  return visit;
}

function fill(app: App, { phones: [, second], phones: both }: Visit): void {
  transaction(app.db, () => {
    const people = both.map((phone, n) =>
      updateProfile(app, findOrCreateUser(app, phone).user, { ...NAMES[n]!, avatarUrl: '' }),
    );
    const write = (writer: number, content: string) =>
      create(app, people[writer]!, { content, source: 'sms', audience: 'nobody' });
    createSharedBoard(app, people[0]!, SHARED_BOARD);
    invite(app, people[0]!, SHARED_BOARD, second);
    for (const note of PRIVATE_NOTES) write(0, note);
    for (const [writer, note] of SHARED_NOTES) write(writer, note);
  });
}

export function endVisits(app: App): void {
  for (const visit of listEndedVisits(app).slice(0, ENDED_AT_ONCE)) endVisit(app, visit);
}

/** Nothing of the number stays, because a later visitor gets it. */
function endVisit(app: App, visit: Visit): void {
  for (const phone of visit.phones) {
    const user = findUserByPhone(app, phone);
    if (user) deleteAccount(app, user);
    transaction(app.db, () => {
      eraseNumber(app, phone);
      app.db.delete(phones).where(eq(phones.phone, phone)).run();
    });
  }
  app.db.delete(inbound).where(eq(inbound.phone, '')).run();
  removeVisit(app, visit);
}
