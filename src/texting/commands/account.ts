import { tryChargeRateLimits } from '../../app/rate-limits';
import { enqueue } from '../../outbox/outbox';
import { NO_ADDRESS_TEXT, signInLinkText, tooManyLinksText } from '../../outbox/texts';
import { createSignInLink } from '../../people/auth/links';
import type { Handler } from './handler';

/**
 * Obeys LOGIN: sends a link that signs in whoever opens it (docs/product.md: Signing in by a link). The text
 * with the link counts as a code and not as a reply, so the link is erased as soon as the text is sent.
 */
export const obeyLogin: Handler<'login'> = (app, sender) => {
  if (!app.config.publicUrl && app.sms.can.reachPeople) return NO_ADDRESS_TEXT;
  if (!tryChargeRateLimits(app, { 'sign-in link to a number an hour': sender.phone }))
    return tooManyLinksText(app);
  enqueue(app, { to: sender.phone, kind: 'code', body: signInLinkText(createSignInLink(app, sender)) });
  return null;
};
