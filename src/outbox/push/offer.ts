import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { PushOffer } from '../../contract/push';
import { isPushed } from './browsers';

/** Checked for a text that could have been a push. */
const NEWEST_CHECKED = 200;

export const readPushOffer = (app: App, user: User): PushOffer => ({
  offered: !user.pushOfferHidden && isTexted(app, user) && !isPushed(app, user.phone, []),
});

const isTexted = (app: App, { phone }: User): boolean =>
  statements(app.db).findText.get({ phone, newest: NEWEST_CHECKED }) !== null;

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
