import { tryChargeRateLimits } from '../../app/rate-limits';
import { enqueue } from '../../outbox/outbox';
import { NO_ADDRESS_TEXT, signInLinkText, tooManyLinksText } from '../../outbox/texts';
import { createSignInLink } from '../../people/auth/links';
import type { Handler } from './handler';

/** The link counts as a code, so it is erased once sent (docs/product.md: Signing in by a link). */
export const obeyLogin: Handler<'login'> = (app, sender) => {
  if (!app.config.publicUrl && app.sms.can.reachPeople) return NO_ADDRESS_TEXT;
  if (!tryChargeRateLimits(app, { 'sign-in link to a number an hour': sender.phone }))
    return tooManyLinksText(app);
  enqueue(app, { to: sender.phone, kind: 'code', body: signInLinkText(createSignInLink(app, sender)) });
  return null;
};
