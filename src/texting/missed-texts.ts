import { eq } from 'drizzle-orm';
import { syncCursors } from '../../db/schema';
import type { App } from '../app';
import { isReceived, receiveText } from './inbound';

const MARK = 'texts received';
/** Gateways list a text a little after it came, and clocks differ. */
const OVERLAP_MS = 3_600_000;

/**
 * Takes in what the gateway received and we have not: texts that came while we were down, or whose webhook was
 * lost. Each once, as if it had come by the webhook. A gateway that cannot be asked is asked again in its turn.
 */
export async function receiveMissedTexts(app: App): Promise<void> {
  const asked = app.now();
  const since = app.db.select().from(syncCursors).where(eq(syncCursors.name, MARK)).get()?.at ?? asked;
  const missing = await app.sms.listReceived(since - OVERLAP_MS, (sid) => isReceived(app, sid));
  for (const text of missing) {
    receiveText(app, text);
    await new Promise(setImmediate); // a night's texts must not keep this minute's waiting
  }
  if (missing.length > 0)
    app.log.info({ texts: missing.length }, 'texts taken in that no webhook had brought');
  app.db
    .insert(syncCursors)
    .values({ name: MARK, at: asked })
    .onConflictDoUpdate({ target: syncCursors.name, set: { at: asked } })
    .run();
}
