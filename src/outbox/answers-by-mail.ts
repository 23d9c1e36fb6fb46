import { type App, perApp } from '../app/app';

/** The mail that is being answered. */
export type Asked = { user: number; phone: string; messageId: string; subject: string };
export type MailAnswer = { body: string; media?: number[]; dedupeKey?: string };

const scope = perApp(() => ({ asked: null as Asked | null }));

/**
 * A reply to the person that `act` enqueues goes out by mail, to the person's confirmed address only: who wrote the
 * mail is not known for sure, and answers quote messages. Without one it is texted. Null: texted in any case.
 */
export function answeringMail<T>(app: App, asked: Asked | null, act: () => T): T {
  const inScope = scope(app);
  const before = inScope.asked;
  inScope.asked = asked;
  try {
    return act();
  } finally {
    inScope.asked = before;
  }
}

export const askedByMail = (app: App): Asked | null => scope(app).asked;

/** Writes the answer's row in the outbox. Returns false if it is to be texted. */
export const answerByMail = (_app: App, _asked: Asked, _answer: MailAnswer): boolean => false;
