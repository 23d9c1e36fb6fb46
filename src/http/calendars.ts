import { z } from 'zod';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { withoutHashtags } from '../contract/hashtags';
import type { ListedReminder } from '../contract/reminders';
import { shorten } from '../contract/text';
import { listTimes } from '../messages/reminders/lists';
import { findCalendar } from '../notices/reminders/calendar';
import { toCall } from './calls';
import { escapeText, toContentLines } from './content-lines';
import { answerKnownFile } from './etag';

const SHOWN_MS = 366 * 86_400_000;
const REPETITIONS_MAX = 300;
const SUMMARY_MAX = 100;

export const CALENDAR_CALL = toCall({
  name: 'reminders.feed',
  type: 'query',
  meta: {
    rest: 'GET /api/calendars/{file}',
    summary: 'The reminders of the person with this secret address, as a calendar (iCalendar)',
  },
  input: z.object({ file: z.string() }),
  answer: { schema: z.file(), example: 'the calendar' },
  gives: 'text/calendar',
  handle: answerCalendar,
});

/**
 * Anyone who knows the secret address may read the calendar (docs/product/reminders.md: Calendar of
 * reminders).
 */
function answerCalendar(app: App, request: Request & { params: { file: string } }): Response {
  const user = findCalendar(app, request.params.file);
  if (!user) throw notFound('Calendar');
  const body = calendarOf(app, user);
  const headers = new Headers();
  const known = answerKnownFile(request, headers, `"${Bun.hash(body).toString(36)}"`);
  if (known) return known;
  headers.set('content-type', 'text/calendar; charset=utf-8');
  headers.set('content-disposition', 'inline; filename="reminders.ics"');
  return new Response(body, { headers });
}

/**
 * Times are in UTC, and each time of a repeating reminder is an event of its own, so that the file needs no
 * data about time zones.
 */
function calendarOf(app: App, user: User): string {
  const name = escapeText(`${app.config.productName} reminders`);
  return toContentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(app.config.productName)}//Reminders//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...listTimes(app, user, { period: SHOWN_MS, more: REPETITIONS_MAX }).flatMap(({ reminder, at }) =>
      event(app, reminder, at),
    ),
    'END:VCALENDAR',
  ]);
}

function event({ publicUrl }: App, { messageId, message }: ListedReminder, at: number): string[] {
  const words = withoutHashtags(message.content).replace(/\s+/g, ' ').trim() || message.content;
  const summary = shorten(words, SUMMARY_MAX);
  return [
    'BEGIN:VEVENT',
    `UID:${messageId}-${at}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stampOf(Date.parse(message.timestamp))}`,
    `DTSTART:${stampOf(at)}`,
    'DURATION:PT15M',
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escapeText(summary || 'A photo or file')}`,
    ...(message.content ? [`DESCRIPTION:${escapeText(message.content)}`] : []),
    `URL:${publicUrl}/reminders`,
    'END:VEVENT',
  ];
}

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
