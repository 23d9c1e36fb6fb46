import { expect } from 'bun:test';
import { tryChargeRateLimits } from '../../src/app/rate-limits';
import type { Message } from '../../src/contract/messages';
import { ann, bob } from '../support/cast';
import { test } from '../support/server-test';

test('a page links to the next one, and the first tells how many messages there are', async ({ server }) => {
  await server.introduce(ann);
  for (let n = 1; n <= 5; n++) await server.text(ann, `Note ${n} #food`);
  await server.text(ann, 'Lamp #house');
  for (const [list, total] of [
    ['/api/messages', 6],
    ['/api/messages/tag/food', 5],
    ['/api/messages/tag/food?only=photos', 0],
    ['/api/messages/search?q=note', 5],
  ] as const) {
    const found: number[] = [];
    let next: string | undefined = `${list}${list.includes('?') ? '&' : '?'}limit=2&total=true`;
    for (let page = 0; next; page++) {
      const { headers, body }: { headers: Headers; body: Message[] } = await server.as(ann).get(next);
      found.push(...body.map(({ id }) => id));
      const counted = headers.get('x-total-count');
      expect([list, counted]).toEqual([list, page === 0 ? String(total) : null]);
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      expect(headers.get('link')?.includes('rel="first"') ?? false).toBe(page > 0);
    }
    expect(found).toHaveLength(total);
    expect(new Set(found).size).toBe(found.length);
  }
  const first = () => server.as(ann).get('/api/messages?limit=2');
  const { headers } = await first();
  expect([headers.get('x-total-count'), (await first()).headers.get('link')]).toEqual([
    null,
    headers.get('link'),
  ]);
  const whole = await server.as(ann).get('/api/messages');
  expect([whole.headers.get('link'), whole.headers.get('x-total-count')]).toEqual([null, null]);
});

test('pages of accounts are linked by their offset', async ({ server }) => {
  for (const person of [ann, bob]) await server.introduce(person);
  const { headers } = await server.as(ann).get('/api/admin/users?limit=1&search=&total=true');
  expect(headers.get('link')).toBe('</api/admin/users?limit=1&search=&total=true&offset=1>; rel="next"');
  expect(headers.get('x-total-count')).toBe('2');
});

test('a limited call tells what is left of its limit, and a refusal tells when to come back', async ({
  server,
}) => {
  const search = async () => (await server.as(ann).get('/api/messages/search/count?q=lamp')).headers;
  await search();
  const headers = await search();
  expect(headers.get('ratelimit-policy')).toBe('"search by a person";q=600;w=60');
  expect(headers.get('ratelimit')).toBe('"search by a person";r=598;t=60');
  const { userId } = (await server.as(ann).get<{ userId: number }>('/api/auth/session')).body;
  for (let n = 2; n < 600; n++) tryChargeRateLimits(server.app, { 'search by a person': userId });
  await server.introduce(ann);
  const file = (name: string, content: string) => {
    const body = new FormData();
    body.append('file', new File([content], name), name);
    return { method: 'POST', body };
  };
  for (const [path, init, left] of [
    ['/api/media', file('a.txt', 'a'), '"file from a person a day";r=499;t=86400'],
    ['/api/import?look=1', file('a.csv', 'content\na\n'), '"import by a person";r=29;t=3600'],
    ['/api/export', {}, '"export by a person";r=19;t=3600'],
    ['/api/og-preview?url=https://a.example/', {}, '"preview for a person";r=59;t=60'],
  ] as const)
    expect([path, (await server.as(ann).send(path, init)).headers.get('ratelimit')]).toEqual([path, left]);
  const refused = await server.as(ann).get('/api/messages/search?q=lamp');
  expect(refused).toMatchObject({ status: 429, body: { status: 429, code: 'too_many_requests' } });
  expect(refused.headers.get('ratelimit')).toBe(
    `"search by a person";r=0;t=${refused.headers.get('retry-after')}`,
  );
});
