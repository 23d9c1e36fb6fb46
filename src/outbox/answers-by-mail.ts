import { prepared } from '../../db/open';
import { type App, perApp } from '../app/app';
import type { MailWords } from '../contract/mail';
import { confirmedAddressOf } from './mail';

/** The mail that is being answered. `isProven`: what asks for an OK gets its `digits` at once. */
export type Asked = {
  user: number;
  phone: string;
  messageId: string;
  subject: string;
  isProven?: boolean;
  digits?: string;
};
type MailAnswer = { body: string; media?: number[]; found?: number[] };

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

/** Null if it is to be texted. `found`: ids of messages that are shown whole, numbered as in texts. */
export function toMailAnswer(
  app: App,
  asked: Asked,
  { body, media = [], found }: MailAnswer,
): MailWords | null {
  const to = confirmedAddressOf(app, asked.phone);
  if (to === null) return null;
  const subject = `Re: ${asked.subject.slice(0, 100)}`;
  const answer = { to, subject, path: '/', inReplyTo: asked.messageId, isAsked: true };
  if (found?.length) return { ...answer, words: body, posts: found, isNumbered: true };
  const posts = statements(app.db)
    .listMessages.all({ media: JSON.stringify(media) })
    .map(({ id }) => id);
  return { ...answer, words: posts.length > 0 ? '' : body, posts };
}

const statements = prepared(({ $client }) => ({
  listMessages: $client.prepare<{ id: number }, { media: string }>(`
    select distinct m.message_id as id from json_each($media) wanted cross join media m on m.id = wanted.value
     where m.message_id is not null`),
}));
