import { NO_ZONE_TEXT, timeZoneText } from '../../outbox/reminder-texts';
import { writtenClock } from '../../outbox/written-times';
import { changeTimeZone } from '../../reminders/reminders';
import { findTimeZone } from '../../users/time-zone';
import type { Handler } from './handler';

/** Sets the time zone: `TZ berlin` (docs/product.md: Time zones). */
export const obeyZone: Handler<'zone'> = (app, sender, { words }) => {
  const zone = findTimeZone(words.replace(/[.!]+$/, ''));
  if (!zone) return NO_ZONE_TEXT;
  changeTimeZone(app, sender, zone);
  return timeZoneText(writtenClock(app.now(), zone), zone);
};
