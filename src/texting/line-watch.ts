import { eq } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { syncCursors } from '../../db/schema';
import { type App, perApp } from '../app/app';
import { enqueue } from '../outbox/outbox';
import { lineBackText } from '../outbox/texts';
import { writtenTime } from '../outbox/written-times';
import { listOperators } from '../people/operators';
import { zoneOf } from '../people/time-zone';
import { findUserByPhone } from '../people/users';

export const AWAY_AFTER_MS = 10 * 60_000;
/** A phone with a bad network comes and goes. */
const TOLD_EVERY_MS = 6 * 3_600_000;
const CURSOR = 'line away';

/** A line that was never seen counts as seen at the first check. */
const firstLook = perApp(({ now }) => now());

/**
 * Operators are told once it is back, because texts go out only over it (docs/product/lines.md: Android
 * phone).
 */
export async function watchLine(app: App): Promise<void> {
  if (!app.sms.lastSeen) {
    forgetAway(app); // the row of a former line
    return;
  }
  const start = firstLook(app);
  const seen = (await app.sms.lastSeen()) ?? start;
  const away = app.now() - seen > AWAY_AFTER_MS;
  const since = lineAwaySince(app);
  if (away && since === null) {
    app.db.insert(syncCursors).values({ name: CURSOR, at: seen }).run();
    app.log.error({ since: new Date(seen).toISOString() }, 'the line is not seen any more');
  }
  if (!away && since !== null) {
    transaction(app.db, () => {
      forgetAway(app);
      tellOperators(app, since);
    });
    app.log.info({ since: new Date(since).toISOString() }, 'the line is back');
  }
}

export const lineAwaySince = (app: App): number | null =>
  app.sms.lastSeen
    ? (app.db.select().from(syncCursors).where(eq(syncCursors.name, CURSOR)).get()?.at ?? null)
    : null;

const forgetAway = ({ db }: App) => db.delete(syncCursors).where(eq(syncCursors.name, CURSOR)).run();

function tellOperators(app: App, since: number): void {
  const minutes = Math.max(1, Math.round((app.now() - since) / 60_000));
  for (const to of listOperators(app).filter((phone) => phone !== app.config.phoneNumber)) {
    const zone = zoneOf(app, findUserByPhone(app, to) ?? { phone: to, timeZone: null });
    enqueue(app, {
      to,
      body: lineBackText(app, { since: writtenTime(since, zone, app.now()), minutes }),
      kind: 'notification',
      dedupeKey: `line back for ${to} in ${Math.floor(app.now() / TOLD_EVERY_MS)}`,
    });
  }
}
