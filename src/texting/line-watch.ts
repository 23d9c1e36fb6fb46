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

/**
 * Milliseconds after which a line without a sign of life counts as away (docs/product.md: Android phone).
 * The line is what our texts go over, for example an Android phone.
 */
export const AWAY_AFTER_MS = 10 * 60_000;
/**
 * Period in milliseconds in which a number is told at most once that the line is back. A phone with a bad
 * network comes and goes.
 */
const TOLD_EVERY_MS = 6 * 3_600_000;
/** Name of the row with the time at which a line that is away was last seen. */
const CURSOR = 'line away';

/** Time of the first check by this process. A line that was never seen counts as seen at this time. */
const firstLook = perApp(({ now }) => now());

/**
 * Checks whether a line that can go away, such as a phone, is there. While the line is away, the row of
 * CURSOR says since when. Operators cannot be told by text while the line is away, because texts go out only
 * over this line. They are told when the line is back.
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

/** Returns the time at which the line was last seen if it is away, else null. */
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
