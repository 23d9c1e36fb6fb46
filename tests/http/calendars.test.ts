import { expect } from 'bun:test';
import ICAL from 'ical.js';
import { toRecurrence } from '../../src/http/calendar-rules';
import { toStamp, zoneLines } from '../../src/http/calendar-zone';
import { nextTime } from '../../src/notices/reminders/schedule';
import { test as appTest } from '../support/app-test';
import { DAY } from '../support/clock';
import { test } from '../support/server-test';

const FAR = '2099-05-04T07:30:00.000Z';

test('a calendar of reminders has an address that can be renewed and ended', async ({ server, client }) => {
  const content = `Call mum, dad; and\nthe \\ plumber ${'🎂 very long '.repeat(12)}#family`;
  await client.post('/api/messages', { content, remindAt: FAR });
  expect((await client.get('/api/reminders/calendar')).body).toEqual({ url: null });
  const make = async () =>
    new URL((await client.post<{ url: string }>('/api/reminders/calendar', {})).body.url).pathname;
  const path = await make();
  const stranger = server.stranger();
  const { status, headers, text } = await stranger.get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  const [event] = eventsIn(text);
  expect(event!.startDate.toJSDate().toISOString()).toBe(FAR);
  expect(event!.description).toStartWith('Call mum, dad; and\nthe \\ plumber 🎂 very long');
  const alarm = event!.component.getFirstSubcomponent('valarm')!;
  expect([alarm.getFirstPropertyValue('action'), String(alarm.getFirstPropertyValue('trigger'))]).toEqual([
    'DISPLAY',
    'PT0S',
  ]);

  const etag = headers.get('etag')!;
  expect((await stranger.send(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const next = await make();
  expect(next).not.toBe(path);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get(next)).status).toBe(200);
  await client.delete('/api/reminders/calendar');
  expect((await stranger.get(next)).status).toBe(404);
  expect(await make()).not.toBe(next);
  expect((await stranger.get(next)).status).toBe(404);
});

test('a calendar has what repeats by its rule, what was put off, and lists with what is ticked', async ({
  server,
  client,
}) => {
  await client.put('/api/profile/time-zone', { timeZone: 'Europe/Berlin' });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const remindAt = `${tomorrow}T09:00`;
  const add = async (body: object) => (await client.post<{ id: number }>('/api/messages', body)).body.id;
  await add({ content: 'Bins', remindAt, remindRule: 'FREQ=WEEKLY' });
  const plants = await add({ content: 'Plants', remindAt, remindRule: 'FREQ=DAILY;BYHOUR=8,20' });
  await client.post(`/api/messages/${plants}/reminder/snooze`, { until: FAR });
  const ended = await add({ content: 'Ended', remindAt });
  await client.delete(`/api/messages/${ended}/reminder`);
  const list = await add({ content: '- milk\n- eggs #shopping' });
  await client.put(`/api/messages/${list}/ticks`, { item: 'milk', done: true });
  const { body } = await client.post<{ url: string }>('/api/reminders/calendar', {});
  const { text } = await server.stranger().get(new URL(body.url).pathname);

  const events = eventsIn(text);
  expect(events.map(({ summary }) => summary).sort()).toEqual(['Bins', 'Plants', 'Plants']);
  const bins = events.find(({ summary }) => summary === 'Bins')!;
  const times = Array.from(
    { length: 53 },
    (
      (iterator) => () =>
        iterator.next()
    )(bins.iterator()),
  );
  expect(times.map((time) => time.hour)).toEqual(times.map(() => 9));
  const hours = new Set(times.map((time) => time.toJSDate().getUTCHours()));
  expect([...hours].sort()).toEqual([7, 8]); // in summer and in winter
  const putOff = events.filter((event) => event.summary === 'Plants' && !event.isRecurring());
  expect(putOff.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([FAR]);
  const tasks = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vtodo');
  expect(
    tasks.map((task) => [
      task.getFirstPropertyValue('summary'),
      task.getFirstPropertyValue('status'),
      task.hasProperty('completed'),
    ]),
  ).toEqual([
    ['milk', 'COMPLETED', true],
    ['eggs', 'NEEDS-ACTION', false],
  ]);
});

const YEAR = 365 * DAY;

const RULES = [
  ['FREQ=DAILY;INTERVAL=3', '2026-11-27T09:00', 'Europe/Berlin'],
  ['FREQ=DAILY;BYHOUR=8,20', '2026-11-27T08:15', 'America/New_York'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-11-25T18:30', 'Europe/Berlin'],
  ['FREQ=WEEKLY;INTERVAL=2', '2026-11-29T07:00', 'Australia/Sydney'],
  ['FREQ=MONTHLY', '2026-10-31T09:00', 'Europe/Berlin'],
  ['FREQ=MONTHLY;INTERVAL=3;BYHOUR=7,19', '2026-11-28T07:00', 'Asia/Kolkata'],
  ['FREQ=MONTHLY;INTERVAL=3', '2026-11-30T07:00', 'Asia/Kolkata'],
  ['FREQ=MONTHLY', '2026-01-29T23:45', 'Pacific/Auckland'],
  ['FREQ=YEARLY', '2024-02-29T12:00', 'Europe/London'],
  ['FREQ=YEARLY', '2026-12-31T00:00', 'UTC'],
] as const;

appTest('another program that reads a rule comes to the times of the reminder', () => {
  for (const [rule, starts, zone] of RULES) {
    const now = Date.parse('2026-11-27T10:00Z');
    const expected: string[] = [];
    for (let at = now; expected.length < 9 && at < now + 4 * YEAR; ) {
      at = nextTime({ starts, rule, zone }, at);
      expected.push(new Date(at).toISOString());
    }
    const recurrence = toRecurrence({ starts, rule, zone }, Date.parse(expected[0]!));
    const text = [
      'BEGIN:VCALENDAR',
      ...zoneLines(zone, now),
      'BEGIN:VEVENT',
      `DTSTART;TZID=${zone}:${toStamp(recurrence.start)}`,
      `RRULE:${recurrence.rule}`,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const iterator = eventsIn(text)[0]!.iterator();
    const found = expected.map(() => {
      const time = iterator.next();
      return zone === 'UTC' || time.zone.tzid === zone ? time.toJSDate().toISOString() : time.zone.tzid;
    });
    const singles = recurrence.singles.map((at) => new Date(at).toISOString());
    expect([rule, [...found, ...singles].sort().slice(0, expected.length)]).toEqual([rule, expected]);
  }
});

function eventsIn(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}
