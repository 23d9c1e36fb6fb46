import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/open';
import { simulatorPhones, simulatorTexts as texts } from '../../../db/schema';

/** `held` is true if a phone has sent the text and the carrier has not delivered it yet. */
export type SimulatorText = typeof texts.$inferSelect;

export type Delivery = 'normal' | typeof simulatorPhones.$inferSelect.delivery;

export const addText = (db: Db, text: Omit<SimulatorText, 'id'>): SimulatorText =>
  db.insert(texts).values(text).returning().get();

export const findText = (db: Db, id: number): SimulatorText | undefined =>
  db.select().from(texts).where(eq(texts.id, id)).get();

export const findTextBySid = (db: Db, sid: string): SimulatorText | undefined =>
  db.select().from(texts).where(eq(texts.sid, sid)).get();

export function textsSince(db: Db, direction: SimulatorText['direction'], since: number): SimulatorText[] {
  const isListed = and(eq(texts.direction, direction), gt(texts.createdAt, since));
  return db.select().from(texts).where(isListed).orderBy(texts.id).all();
}

const isOf = (phone: string | null) => (phone === null ? undefined : eq(texts.phone, phone));

export const latestTexts = (db: Db, phone: string | null, limit: number): SimulatorText[] =>
  db.select().from(texts).where(isOf(phone)).orderBy(desc(texts.id)).limit(limit).all();

export function heldTexts(db: Db, phone: string | null): SimulatorText[] {
  const isHeld = and(eq(texts.held, true), isOf(phone));
  return db.select().from(texts).where(isHeld).orderBy(texts.id).all();
}

export function release(db: Db, { id }: SimulatorText): void {
  db.update(texts).set({ held: false }).where(eq(texts.id, id)).run();
}

/** Returns the last text of a phone before the text with the id `before` that is one of these words, or null. */
export function lastWord(db: Db, phone: string, words: string[], before: number): string | null {
  const word = sql<string>`lower(trim(${texts.body}, ' ' || char(9) || char(10) || char(13)))`;
  const isWord = and(isOf(phone), eq(texts.direction, 'inbound'), lt(texts.id, before), inArray(word, words));
  return db.select({ word }).from(texts).where(isWord).orderBy(desc(texts.id)).get()?.word ?? null;
}

export const deliveryOf = (db: Db, phone: string): Delivery =>
  db.select().from(simulatorPhones).where(eq(simulatorPhones.phone, phone)).get()?.delivery ?? 'normal';

export function setDelivery(db: Db, phone: string, delivery: Delivery): void {
  db.delete(simulatorPhones).where(eq(simulatorPhones.phone, phone)).run();
  if (delivery !== 'normal') db.insert(simulatorPhones).values({ phone, delivery }).run();
}
