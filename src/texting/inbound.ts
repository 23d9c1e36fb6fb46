import { eq } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { inbound, phones, type User } from '../../db/schema';
import type { App } from '../app';
import { expectMedia } from '../media/media';
import { deliver } from '../messages/deliver';
import { create } from '../messages/messages';
import { enqueue, setStopped } from '../outbox/outbox';
import type { InboundText } from '../outside/gateway';
import { mayText, toE164 } from '../phone';
import { ensureUser } from '../users/users';
import { type Keyword, keywordOf } from './keywords';

type Kind = typeof inbound.$inferSelect.kind;

/**
 * Takes in a text (design 6). Its gateway id and all its effects are one transaction, so a repeated delivery
 * does nothing, at once or a year later. What follows from a stored message comes after the commit.
 */
export function receive(app: App, text: InboundText): void {
  const stored = transaction(app.db, () => {
    const known = app.db.select({ sid: inbound.sid }).from(inbound).where(eq(inbound.sid, text.sid)).get();
    if (known) return null;
    const effect = takeIn(app, text);
    app.db
      .insert(inbound)
      .values({
        sid: text.sid,
        phone: effect.phone,
        kind: effect.kind,
        messageId: effect.messageId,
        receivedAt: app.now(),
      })
      .run();
    return effect;
  });
  if (stored?.sender && stored.messageId) deliver(app, stored.sender, stored.messageId);
}

type Effect = { phone: string; kind: Kind; sender?: User; messageId?: number };

function takeIn(app: App, { from, body, media }: InboundText): Effect {
  const phone = toE164(from, app.config.defaultCountry);
  // short codes and senders by name cannot have an account: nobody could sign in to it
  if (!phone || phone === app.config.phoneNumber) return { phone: phone ?? from, kind: 'refused' };
  const keyword = keywordOf(body);
  if (keyword) return obey(app, phone, keyword);

  const content = body.replaceAll('\0', '').toWellFormed();
  if (!content.trim() && media.length === 0) return { phone, kind: 'empty' };
  const { user: sender } = ensureUser(app, phone);
  const messageId = create(app, sender, { content, source: 'sms' });
  expectMedia(app, sender, messageId, media);
  welcome(app, phone);
  return { phone, kind: 'message', sender, messageId };
}

/** Keywords are recorded for the number and stored nowhere as notes. The carrier answers them itself. */
function obey(app: App, phone: string, keyword: Keyword): Effect {
  if (keyword !== 'help') setStopped(app, phone, keyword === 'stop');
  return { phone, kind: keyword };
}

/** A number is welcomed once in its life, with the dashboard's address (design 6). */
function welcome(app: App, phone: string) {
  const welcomedAt = app.now();
  const known = app.db.select({ at: phones.welcomedAt }).from(phones).where(eq(phones.phone, phone)).get();
  if (known?.at || !mayText(phone, app.config.allowedCountries)) return;
  app.db
    .insert(phones)
    .values({ phone, welcomedAt })
    .onConflictDoUpdate({ target: phones.phone, set: { welcomedAt } })
    .run();
  enqueue(app, {
    to: phone,
    kind: 'welcome',
    body: `Saved! Welcome to ${app.config.productName}. Text anything to keep it, and add #hashtags to sort it. See it all at ${app.publicUrl}. Reply STOP to opt out.`,
  });
}
