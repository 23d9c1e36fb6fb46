import { desc, eq } from 'drizzle-orm';
import { simulatorTexts } from '../../db/schema';
import type { App } from '../app';
import { SIMULATOR_OPERATOR } from '../config';
import type { SimulatedText } from '../contract/simulator';
import { notFound, VisibleError } from '../errors';
import { simulatedMedia } from '../outside/simulator';
import { toE164 } from '../phone';
import { receive } from './inbound';

const NEWEST = 200;

/** The test numbers that stand ready on the page /phone; any other may be added. */
export const TEST_PHONES = [
  { phone: SIMULATOR_OPERATOR, name: 'Ann' },
  { phone: '+12025550122', name: 'Bob' },
  { phone: '+12025550133', name: 'Cho' },
];

/** The simulator's doors are there only with its gateway. */
function onlySimulated(app: App) {
  if (app.sms.kind !== 'simulator') throw notFound('Simulator');
}

/** Texts the product from a simulated phone, by the same way as a real webhook's text from there on. */
export function textFrom(
  app: App,
  input: { from: string; body: string; media?: string[]; id?: string },
): SimulatedText {
  onlySimulated(app);
  const phone = toE164(input.from, app.config.defaultCountry);
  if (!phone) throw new VisibleError('BAD_REQUEST', 'That is not a phone number.');
  const row = app.db
    .insert(simulatorTexts)
    .values({ phone, direction: 'inbound', body: input.body, media: input.media ?? [], createdAt: app.now() })
    .returning()
    .get();
  receive(app, {
    sid: input.id ? `SIM-${input.id}` : `SIM${row.id}`,
    from: phone,
    body: input.body,
    media: row.media.map((data, index) => ({
      url: simulatedMedia(row.id, index),
      type: /^data:([^;,]+)/.exec(data)?.[1] ?? '',
    })),
  });
  return toText(row);
}

/** Texts in both directions, newest first; of one phone, or of all. */
export function texts(app: App, phone?: string): SimulatedText[] {
  onlySimulated(app);
  const number = phone && (toE164(phone, app.config.defaultCountry) ?? phone);
  return app.db
    .select()
    .from(simulatorTexts)
    .where(number ? eq(simulatorTexts.phone, number) : undefined)
    .orderBy(desc(simulatorTexts.id))
    .limit(NEWEST)
    .all()
    .map(toText);
}

/** The ready test numbers, and who of them is an operator. */
export function testPhones(app: App) {
  onlySimulated(app);
  return TEST_PHONES.map((test) => ({ ...test, operator: app.config.adminPhones.includes(test.phone) }));
}

const toText = ({
  id,
  phone,
  direction,
  body,
  media,
  createdAt,
}: typeof simulatorTexts.$inferSelect): SimulatedText => ({
  id,
  phone,
  direction,
  body,
  media,
  timestamp: new Date(createdAt).toISOString(),
});
