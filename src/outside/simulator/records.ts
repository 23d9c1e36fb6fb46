import { type Db, prepared } from '../../../db/open';
import type { simulatorPhones, simulatorTexts } from '../../../db/schema';

/** `held` is true if a phone has sent the text and the carrier has not delivered it yet. */
export type SimulatorText = typeof simulatorTexts.$inferSelect;

export type Delivery = 'normal' | typeof simulatorPhones.$inferSelect.delivery;

export function addText(db: Db, text: Omit<SimulatorText, 'id'>): SimulatorText {
  const media = JSON.stringify(text.media);
  return toText(statements(db).insertText.get({ ...text, media, held: Number(text.held) })!);
}

export function findText(db: Db, id: number): SimulatorText | null {
  const row = statements(db).findText.get({ id });
  return row && toText(row);
}

export function findTextBySid(db: Db, sid: string): SimulatorText | null {
  const row = statements(db).findBySid.get({ sid });
  return row && toText(row);
}

export const textsSince = (db: Db, direction: SimulatorText['direction'], since: number): SimulatorText[] =>
  statements(db).listSince.all({ direction, since }).map(toText);

export const latestTexts = (db: Db, phone: string | null, limit: number): SimulatorText[] =>
  statements(db).listLatest.all({ phone, limit }).map(toText);

export const heldTexts = (db: Db, phone: string | null): SimulatorText[] =>
  statements(db).listHeld.all({ phone }).map(toText);

export function release(db: Db, { id }: SimulatorText): void {
  statements(db).release.run({ id });
}

export function lastWord(db: Db, phone: string, words: string[], before: number): string | null {
  return statements(db).findLastWord.get({ phone, words: JSON.stringify(words), before })?.word ?? null;
}

export const deliveryOf = (db: Db, phone: string): Delivery =>
  statements(db).findDelivery.get({ phone })?.delivery ?? 'normal';

export function setDelivery(db: Db, phone: string, delivery: Delivery): void {
  statements(db).deleteDelivery.run({ phone });
  if (delivery !== 'normal') statements(db).insertDelivery.run({ phone, delivery });
}

type TextRow = Omit<SimulatorText, 'media' | 'held'> & { media: string; held: number };

const toText = (row: TextRow): SimulatorText => ({
  ...row,
  media: JSON.parse(row.media),
  held: row.held === 1,
});

const COLUMNS =
  'id, phone, direction, body, media, sid, held, error_code as errorCode, created_at as createdAt';

const statements = prepared(({ $client }) => ({
  insertText: $client.prepare<TextRow, Omit<TextRow, 'id'>>(`
    insert into simulator_texts (phone, direction, body, media, sid, held, error_code, created_at)
    values ($phone, $direction, $body, $media, $sid, $held, $errorCode, $createdAt)
    returning ${COLUMNS}`),
  findText: $client.prepare<TextRow, { id: number }>(`select ${COLUMNS} from simulator_texts where id = $id`),
  findBySid: $client.prepare<TextRow, { sid: string }>(
    `select ${COLUMNS} from simulator_texts where sid = $sid`,
  ),
  listSince: $client.prepare<TextRow, { direction: string; since: number }>(`
    select ${COLUMNS} from simulator_texts where direction = $direction and created_at > $since order by id`),
  listLatest: $client.prepare<TextRow, { phone: string | null; limit: number }>(`
    select ${COLUMNS} from simulator_texts where $phone is null or phone = $phone
     order by id desc limit +$limit`),
  listHeld: $client.prepare<TextRow, { phone: string | null }>(`
    select ${COLUMNS} from simulator_texts where held = 1 and ($phone is null or phone = $phone) order by id`),
  release: $client.prepare<unknown, { id: number }>('update simulator_texts set held = 0 where id = $id'),
  findLastWord: $client.prepare<{ word: string }, { phone: string; words: string; before: number }>(`
    select lower(trim(body, ' ' || char(9) || char(10) || char(13))) as word from simulator_texts
     where phone = $phone and direction = 'inbound' and id < $before
       and word in (select value from json_each($words))
     order by id desc limit 1`),
  findDelivery: $client.prepare<{ delivery: Delivery }, { phone: string }>(
    'select delivery from simulator_phones where phone = $phone',
  ),
  deleteDelivery: $client.prepare<unknown, { phone: string }>(
    'delete from simulator_phones where phone = $phone',
  ),
  insertDelivery: $client.prepare<unknown, { phone: string; delivery: Delivery }>(
    'insert into simulator_phones (phone, delivery) values ($phone, $delivery)',
  ),
}));
