import { lines } from '../../db/schema';
import type { App } from '../../src/app/app';
import { currentLineId } from '../../src/outbox/lines';

export const FORMER_NUMBER = '+12025550177';

export function switchLine(app: App, former: Partial<typeof lines.$inferInsert> = {}): void {
  currentLineId(app);
  app.db
    .update(lines)
    .set({ name: 'telnyx key', label: 'Telnyx', phone: FORMER_NUMBER, ...former })
    .run();
  currentLineId(app);
}
