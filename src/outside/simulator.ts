import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { simulatorTexts } from '../../db/schema';
import { FetchError, type Gateway } from './gateway';

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
      const rows = db
        .select({ id })
        .from(simulatorTexts)
        .where(
          and(eq(phone, to), eq(direction, 'outbound'), gt(createdAt, since), eq(simulatorTexts.body, body)),
        )
        .orderBy(id)
        .all();
      return rows.map((row) => `SIM${row.id}`);
    },
    async fetchMedia(url) {
      const [, id, index] = /^simulator:(\d+)\/(\d+)$/.exec(url) ?? [];
      const text = db
        .select({ media: simulatorTexts.media })
        .from(simulatorTexts)
        .where(eq(simulatorTexts.id, Number(id)))
        .get();
      const [, type = '', base64 = ''] =
        /^data:([^;,]*);base64,(.*)$/s.exec(text?.media[Number(index)] ?? '') ?? [];
      const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
      if (bytes.length === 0) throw new FetchError('The simulated carrier has no such photo.', false);
      return { bytes, type };
    },
  };
}

/** The address of one photo of a text that the simulated carrier holds. */
export const simulatedMedia = (textId: number, index: number) => `simulator:${textId}/${index}`;
