import { eq } from 'drizzle-orm';
import { syncCursors } from '../../db/schema';
import type { App } from '../app';
import type { InboundText } from '../outside/gateway';
import { isReceived, receiveText } from './inbound';

/** Name of the row with the time, by the gateway's clock, up to which the gateway has been asked for texts. */
const CURSOR = 'texts received';
/**
 * Time before the cursor for which texts are asked for again, because the gateway may list a text late.
 */
const OVERLAP_MS = 3_600_000;

/**
 * Receives the texts that the gateway has but we do not have. They came while the server was down, or their
 * webhook was lost. Each text has its own transaction, so that a text that fails does not hold up the others.
 * Throws a SendError, and keeps the cursor, if the gateway cannot be asked.
 */
export async function receiveMissedTexts(app: App): Promise<void> {
  const cursor = app.db.select().from(syncCursors).where(eq(syncCursors.name, CURSOR)).get()?.at;
  const since = (cursor ?? app.sms.now()) - OVERLAP_MS;
  const missing = await app.sms.listReceived(since, (sid) => isReceived(app, sid));
  const now = app.sms.now(); // known exactly only after an answer; our own clock may be wrong
  const failed: InboundText[] = [];
  for (const text of missing) {
    try {
      receiveText(app, text);
    } catch (err) {
      app.faults.report(err, 'a missed text could not be received', { sid: text.sid });
      failed.push(text);
    }
    await new Promise(setImmediate); // lets requests be answered between thousands of texts
  }
  if (missing.length > failed.length)
    app.log.info({ texts: missing.length - failed.length }, 'received texts whose webhook did not come');
  // the next run asks again for the oldest text that failed
  const reached = Math.min(now, ...failed.map(({ at = now }) => at));
  app.db
    .insert(syncCursors)
    .values({ name: CURSOR, at: reached })
    .onConflictDoUpdate({ target: syncCursors.name, set: { at: reached } })
    .run();
}
