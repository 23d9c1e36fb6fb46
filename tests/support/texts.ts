import { eq } from 'drizzle-orm';
import { inbound, messages, outbox, type User, users } from '../../db/schema';
import type { App } from '../../src/app/app';
import type { InboundText, OutgoingText } from '../../src/app/gateway';
import { receiveText } from '../../src/texting/inbound';
import type { TestApp } from './app';
import type { Person } from './cast';

let texts = 0;

export function textIn(app: App, { phone }: Person, body: string, more: Partial<InboundText> = {}) {
  texts++;
  const text = { sid: `SM${String(texts).padStart(32, '0')}`, from: phone, body, media: [], ...more };
  receiveText(app, text);
  return text;
}

export function textOut(to: string, body: string, more: Partial<OutgoingText> = {}): OutgoingText {
  const createdAt = more.createdAt ?? Date.now();
  return { id: 1, to, body, createdAt, expiresAt: createdAt + 3_600_000, urgent: false, ...more };
}

export const messagesOf = (app: App, { phone }: Person): string[] =>
  app.db
    .select({ content: messages.content })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .where(eq(users.phone, phone))
    .orderBy(messages.id)
    .all()
    .map(({ content }) => content);

export const kindsOf = (app: App, { phone }: Person): string[] =>
  app.db
    .select({ kind: inbound.kind })
    .from(inbound)
    .where(eq(inbound.phone, phone))
    .orderBy(inbound.sid)
    .all()
    .map(({ kind }) => kind);

export const accountOf = (app: App, { phone }: Person): User | undefined =>
  app.db.select().from(users).where(eq(users.phone, phone)).get();

export const textsTo = (app: TestApp, { phone }: Person, kind: string): string[] =>
  app
    .outbox(phone)
    .filter((text) => text.kind === kind)
    .map(({ body }) => body);

export const repliesTo = (app: TestApp, person: Person): string[] => textsTo(app, person, 'reply');

/** Returns the replies to this text. */
export function answersTo(app: TestApp, person: Person, body: string, more: Partial<InboundText> = {}) {
  const before = repliesTo(app, person).length;
  textIn(app, person, body, more);
  return repliesTo(app, person).slice(before);
}

/** As if the gateway had delivered all that waits. */
export const deliverAll = (app: App): void =>
  void app.db
    .update(outbox)
    .set({ state: 'delivered', sentAt: app.now() })
    .where(eq(outbox.state, 'queued'))
    .run();

/** The person confirms what the last reply asks about, if it asks. */
export function okIn(app: TestApp, person: Person, more: Partial<InboundText> = {}) {
  const ok = /^Reply (OK \d\d) /.exec(repliesTo(app, person).at(-1) ?? '')?.[1];
  if (ok) textIn(app, person, ok, more);
}
