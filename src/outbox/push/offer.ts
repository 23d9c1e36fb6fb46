import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { PushOffer } from '../../contract/push';
import { isPushed } from './browsers';

/** Number of the newest texts to a person that are checked: could one of them have been a push? */
const NEWEST_CHECKED = 200;

/**
 * Returns whether pushes are to be offered to a user (docs/product.md: Offer of pushes). They are offered if
 * the user gets by text what could be pushed, has no browser that gets pushes, and has not hidden the offer.
 */
export const readPushOffer = (app: App, user: User): PushOffer => ({
  offered: !user.pushOfferHidden && isTexted(app, user) && !isPushed(app, user.phone, []),
});

const isTexted = (app: App, { phone }: User): boolean =>
  statements(app.db).findText.get({ phone, newest: NEWEST_CHECKED }) !== null;

/** Hides the offer for good, on all devices of the user. */
export function hidePushOffer(app: App, user: User): PushOffer {
  statements(app.db).hide.run({ user: user.id });
  return { offered: false };
}

const statements = prepared(({ $client }) => ({
  findText: $client.prepare<unknown, { phone: string; newest: number }>(`
    select 1 from (select kind, state from outbox where phone = +$phone order by created_at desc limit +$newest)
     where kind in ('notification', 'membership', 'reminder') and state in ('sent', 'delivered') limit 1`),
  hide: $client.prepare<unknown, { user: number }>('update users set push_offer_hidden = 1 where id = $user'),
}));
