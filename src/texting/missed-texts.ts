import { eq } from 'drizzle-orm';
import { syncCursors } from '../../db/schema';
import type { App } from '../app/app';
import type { InboundText } from '../app/gateway';
import { askLines, cursorOf, type UsableLine } from '../outbox/lines';
import { isReceived } from './received';

/** The gateway may list a text late. */
const OVERLAP_MS = 3_600_000;

/** People go on texting the numbers of former lines. A text that fails does not hold up the others. */
export const receiveMissedTexts = (app: App): Promise<void> =>
  askLines(app, 'texts', async (line) => {
    if (line.gateway.can.catchUp) await receiveMissedTextsOf(app, line);
  });

async function receiveMissedTextsOf(app: App, { name: lineName, gateway }: UsableLine): Promise<void> {
  const name = cursorOf(lineName);
  const cursor = app.db.select().from(syncCursors).where(eq(syncCursors.name, name)).get()?.at;
  const since = (cursor ?? gateway.now()) - OVERLAP_MS;
  const missing = await gateway.listReceived(since, (sid) => isReceived(app, sid));
  // `now` is read after the list came, because before the gateway's first answer `gateway.now` returns our
  // own time, which may be wrong
  const now = gateway.now();
  const failed: InboundText[] = [];
  for (const text of missing) {
    const { receiveText } = await import('./inbound');
    try {
      receiveText(app, text, lineName);
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
    .values({ name, at: reached })
    .onConflictDoUpdate({ target: syncCursors.name, set: { at: reached } })
    .run();
}
