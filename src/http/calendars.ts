import { z } from 'zod';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { withoutHashtags } from '../contract/hashtags';
import type { Message } from '../contract/messages';
import { shorten } from '../contract/text';
import { listToCome, type ToCome } from '../messages/reminders/lists';
import { listTasks } from '../messages/tasks';
import { findCalendar } from '../notices/reminders/calendar';
import { zoneOf } from '../people/time-zone';
import { toRecurrence } from './calendar-rules';
import { toStamp, zoneLines } from './calendar-zone';
import { toCall } from './calls';
import { escapeText, toContentLines } from './content-lines';
import { answerKnownFile } from './etag';

const SUMMARY_MAX = 100;

export const CALENDAR_CALL = toCall({
  name: 'reminders.feed',
  type: 'query',
  meta: {
    rest: 'GET /api/calendars/{file}',
    summary: 'The reminders and lists of the person with this secret address, as a calendar (iCalendar)',
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

function calendarOf(app: App, user: User): string {
  const name = escapeText(`${app.config.productName} reminders`);
  const zone = zoneOf(app, user);
  const toCome = listToCome(app, user);
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
    ...(toCome.some(({ repeats }) => repeats) ? zoneLines(zone, app.now()) : []),
    ...toCome.flatMap((one) => eventsOf(app, one, zone)),
    ...listTasks(app, user).flatMap((task) => taskLines(app, task)),
    'END:VCALENDAR',
  ]);
}

/** A time that was put off, or that the rule leaves out, is an event of its own. */
function eventsOf(app: App, { reminder: { message }, once, repeats }: ToCome, zone: string): string[] {
  const recurrence = repeats && toRecurrence({ ...repeats, zone }, repeats.next);
  const singles = [...(once === null ? [] : [once]), ...(recurrence?.singles ?? [])];
  const lines = singles.flatMap((at) => event(app, message, `-${at}`, [`DTSTART:${stampOf(at)}`]));
  if (!recurrence) return lines;
  const { start, rule } = recurrence;
  const times = [`DTSTART;TZID=${zone}:${toStamp(start)}`, `RRULE:${rule}`];
  return [...lines, ...event(app, message, '', times)];
}

function event({ publicUrl }: App, message: Message, part: string, times: string[]): string[] {
  const words = withoutHashtags(message.content).replace(/\s+/g, ' ').trim() || message.content;
  const summary = escapeText(shorten(words, SUMMARY_MAX) || 'A photo or file');
  return [
    'BEGIN:VEVENT',
    `UID:${message.id}${part}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stampOf(Date.parse(message.timestamp))}`,
    ...times,
    'DURATION:PT15M',
    'TRANSP:TRANSPARENT',
    `SUMMARY:${summary}`,
    ...(message.content ? [`DESCRIPTION:${escapeText(message.content)}`] : []),
    `URL:${publicUrl}/reminders`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    `DESCRIPTION:${summary}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

function taskLines({ publicUrl }: App, { message, item }: ReturnType<typeof listTasks>[number]): string[] {
  const { doneAt } = item;
  return [
    'BEGIN:VTODO',
    `UID:${message.id}-${Bun.hash(item.item).toString(36)}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stampOf(Date.parse(doneAt ?? message.timestamp))}`,
    `SUMMARY:${escapeText(shorten(item.text, SUMMARY_MAX))}`,
    `CATEGORIES:${message.tags.map(escapeText).join(',')}`,
    ...(doneAt === null
      ? ['STATUS:NEEDS-ACTION']
      : ['STATUS:COMPLETED', `COMPLETED:${stampOf(Date.parse(doneAt))}`, 'PERCENT-COMPLETE:100']),
    'END:VTODO',
  ];
}

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
