import { eq } from 'drizzle-orm';
import { syncCursors } from '../../db/schema';
import type { App } from '../app';
import { isReceived, receiveText } from './inbound';

/** Name of the cursor: the time up to which the gateway has been asked. */
const CURSOR = 'texts received';
/** Gateways list a text a little after it came, and their clocks differ from ours. */
const OVERLAP_MS = 3_600_000;

/**
 * Receives the texts that the gateway has and we have not: they came while the server was down, or their webhook was
 * lost. Throws a SendError, and keeps the cursor, if the gateway cannot be asked.
 */
export async function receiveMissedTexts(app: App): Promise<void> {
  const now = app.now();
  const since = app.db.select().from(syncCursors).where(eq(syncCursors.name, CURSOR)).get()?.at ?? now;
  const missing = await app.sms.listReceived(since - OVERLAP_MS, (sid) => isReceived(app, sid));
  for (const text of missing) {
    receiveText(app, text);
    await new Promise(setImmediate); // lets requests be answered between thousands of texts
  }
  if (missing.length > 0)
    app.log.info({ texts: missing.length }, 'received texts whose webhook did not come');
  app.db
    .insert(syncCursors)
    .values({ name: CURSOR, at: now })
    .onConflictDoUpdate({ target: syncCursors.name, set: { at: now } })
    .run();
}
