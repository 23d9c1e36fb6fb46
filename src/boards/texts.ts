import type { User } from '../../db/schema';
import type { App } from '../app';
import { enqueue } from '../outbox/outbox';
import { mayText } from '../phone';
import { nameInText } from '../users/users';

/** What members are told by text about their boards. The wording is here; the rows go out with the act's transaction. */

const addressOf = (app: App, tag: string) => `${app.publicUrl}/tag/shared/${encodeURIComponent(tag)}`;

function tell(app: App, member: User, body: string) {
  if (mayText(member.phone, app.config.allowedCountries))
    enqueue(app, { to: member.phone, kind: 'membership', body });
}

/** Who added them, to what, how to post and how to leave (design 5). `name` is the owner's own tag, `tag` the new member's. */
export function tellJoined(
  app: App,
  member: User,
  { by, name, tag }: { by: User; name: string; tag: string },
) {
  const kept = tag === name ? '' : ` (you have a #${name} of your own, so theirs is #${tag} for you)`;
  tell(
    app,
    member,
    `${nameInText(by)} added you to the shared board #${tag}${kept}. Start a text with #${tag} to post to it; its members read what you post. See it or leave it: ${addressOf(app, tag)}`,
  );
}

export function tellRenamed(
  app: App,
  member: User,
  { by, from, to }: { by: User; from: string; to: string },
) {
  tell(
    app,
    member,
    `${nameInText(by)} renamed the shared board #${from}. It is #${to} for you now: ${addressOf(app, to)}`,
  );
}

export function tellEnded(app: App, member: User, { by, tag }: { by: User; tag: string }) {
  tell(
    app,
    member,
    `${nameInText(by)} deleted the shared board #${tag}. What you posted there is still yours.`,
  );
}
