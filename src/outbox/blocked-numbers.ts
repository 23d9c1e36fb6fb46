import { prepared } from '../../db/open';
import type { App } from '../app/app';

/** An operator has blocked the number (docs/product/operators.md: Blocked numbers). */
export const isBlocked = (app: App, phone: string): boolean =>
  statements(app.db).find.get({ phone }) !== null;

const statements = prepared(({ $client }) => ({
  find: $client.prepare<unknown, { phone: string }>('select 1 from blocked_numbers where phone = $phone'),
}));
