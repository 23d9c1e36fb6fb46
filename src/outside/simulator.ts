import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { simulatorTexts } from '../../db/schema';
import type { Gateway } from './gateway';

/** The carrier when there is none: texts in both directions are rows that the page /phone shows. */
export function simulatorGateway(db: Db, now: () => number): Gateway {
  return {
    kind: 'simulator',
    async send({ to, body }) {
      const { id } = db
        .insert(simulatorTexts)
        .values({ phone: to, direction: 'outbound', body, media: [], createdAt: now() })
        .returning({ id: simulatorTexts.id })
        .get();
      return { sid: `SIM${id}` };
    },
    async find({ to, body }, since) {
      const { phone, direction, createdAt, id } = simulatorTexts;
      const text = db
        .select({ id, body: simulatorTexts.body })
        .from(simulatorTexts)
        .where(and(eq(phone, to), eq(direction, 'outbound'), gt(createdAt, since)))
        .orderBy(desc(id))
        .all()
        .find((row) => row.body === body);
      return text ? `SIM${text.id}` : null;
    },
  };
}
