import { tryChargeRateLimits } from '../../app/rate-limits';
import { changeTimeZone } from '../../notices/reminders/reminders';
import { enqueue } from '../../outbox/outbox';
import { NO_ADDRESS_TEXT, signInLinkText, tooManyLinksText } from '../../outbox/texts';
import { writtenClock } from '../../outbox/written-times';
import { createSignInLink } from '../../people/auth/links';
import { findTimeZone, zoneOf } from '../../people/time-zone';
import { recordAct } from '../acts';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';

/** The link counts as a code, so it is erased once sent (docs/product/sign-in.md: Signing in by a link). */
export const obeyLogin: Handler<'login'> = (app, sender) => {
  if (!app.config.publicUrl && app.sms.can.reachPeople) return NO_ADDRESS_TEXT;
  if (!tryChargeRateLimits(app, { 'sign-in link to a number an hour': sender.phone }))
    return tooManyLinksText(app);
  enqueue(app, { to: sender.phone, kind: 'code', body: signInLinkText(createSignInLink(app, sender)) });
  return null;
};

const timeZoneText = (time: string) => `It is ${time} for you.`;
const NO_ZONE_TEXT =
  'I do not know that time zone. Text TZ and a large city, such as TZ berlin or TZ America/Chicago.';

export const obeyZone: Handler<'zone'> = (app, sender, { words, isGuess }, { at }) => {
  const zone = findTimeZone(words.replace(/[.!]+$/, ''));
  if (!zone) return isGuess || words.split(/\s+/).length > 3 ? NOTE : NO_ZONE_TEXT;
  const before = sender.timeZone;
  changeTimeZone(app, sender, zone);
  const answer = timeZoneText(writtenClock(app.now(), zone));
  if (zone === before) return answer;
  recordAct(app, sender, { kind: 'zone', data: { before, after: zone }, at });
  return `${answer} UNDO takes it back.`;
};

export const undoZone: Undo = (app, user, { data }) => {
  const { before, after } = data as { before: string | null; after: string };
  if (user.timeZone !== after) return SETTING_CHANGED_TEXT;
  const zone = zoneOf(app, changeTimeZone(app, user, before));
  return `Taken back. ${timeZoneText(writtenClock(app.now(), zone))}`;
};
