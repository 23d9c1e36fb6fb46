import type { App } from '../../app/app';
import { countOf } from '../../contract/counts';
import { type Finding, good, notice } from '../../contract/health';
import { formatPhone } from '../../contract/people';
import {
  countKnownOnlyTo,
  findNewestLine,
  findSwitch,
  type LineRow,
  listUsableLines,
} from '../../outbox/lines';

const NAME = 'Switch of the line';
const TOLD_FOR_MS = 30 * 86_400_000;

/** A start of the server makes the switch. */
export function checkSwitch(app: App): Finding[] {
  const change = findSwitch(app);
  if (!change) return [];
  const { from, since, isNewNumber } = change;
  if (since !== null && app.now() - since > TOLD_FOR_MS) return [];
  const isAnnounced = findNewestLine(app)?.announcedAt != null;
  const isAsked = isNewNumber && (since === null || !isAnnounced);
  const present = `${app.sms.label}, ${formatPhone(app.config.phoneNumber)}`;
  const sentences = [
    since === null
      ? `With the next start texts go over ${present}, no longer over ${nameOf(from)}.`
      : `Texts go over ${present}, before over ${nameOf(from)}.`,
    'Accounts, boards, opt-outs and waiting texts stay.',
    formerSettings(app, from),
    ...(isAsked
      ? ['People know the old number: tell them the new one by text, under "New number" on the admin page.']
      : []),
  ];
  const finding = isAsked || since === null ? notice : good;
  return [finding(NAME, sentences.join(' '), since === null ? {} : { at: new Date(since).toISOString() })];
}

function formerSettings(app: App, from: LineRow): string {
  if (from.name === app.config.lineName) return '';
  if (listUsableLines(app).some(({ name }) => name === from.name))
    return `While the settings of ${from.label} are set, texts to its number still arrive, and it is asked for what it has.`;
  const { texts, photos } = countKnownOnlyTo(app, from);
  const lost = [texts > 0 && countOf(texts, 'text'), photos > 0 && countOf(photos, 'photo')].filter(Boolean);
  const known =
    lost.length > 0
      ? ` Only it knows of ${lost.join(' and ')}: set its settings again beside SMS_GATEWAY.`
      : '';
  return `The settings of ${from.label} are not set: texts to its number do not arrive.${known}`;
}

const nameOf = ({ label, phone }: LineRow) => [label, phone && formatPhone(phone)].filter(Boolean).join(', ');
