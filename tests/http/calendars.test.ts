import { expect } from 'bun:test';
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
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded[0]).toBe('BEGIN:VCALENDAR');
  expect(unfolded.at(-2)).toBe('END:VCALENDAR');
  expect(unfolded).toContain('DTSTART:20990504T073000Z');
  expect(unfolded.find((line) => line.startsWith('DESCRIPTION:'))).toStartWith(
    'DESCRIPTION:Call mum\\, dad\\; and\\nthe \\\\ plumber 🎂 very long',
  );

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

test('a repeating reminder is in the calendar for a year', async ({ server, client }) => {
  await client.put('/api/profile/time-zone', { timeZone: 'Europe/Berlin' });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await client.post('/api/messages', {
    content: 'Bins',
    remindAt: `${tomorrow}T09:00`,
    remindRule: 'FREQ=WEEKLY',
  });
  const { body } = await client.post<{ url: string }>('/api/reminders/calendar', {});
  const { text } = await server.stranger().get(new URL(body.url).pathname);
  const hours = [...text.matchAll(/DTSTART:\d{8}T(\d{2})0000Z/g)].map(([, hour]) => hour);
  expect(hours.length).toBeWithin(52, 54);
  expect([...new Set(hours)].sort()).toEqual(['07', '08']); // in summer and in winter
});
