import { expect } from 'bun:test';
import { DOCUMENTED_CALLS, openapi } from '../../src/http/openapi';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { test } from '../support/server-test';

type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
};

/** Calls that are left out. Two of them end the session, and one takes half a second for each string. */
const LEFT_OUT = /logout|delete-account|og-preview/;

const IN_A_BODY: unknown[] = [
  ...[null, 5, true, 'x', [], {}, [5], [null], [[1]], -1, 1.5, 0, 1e308, '', ' ', '\0', '\ud800'],
  ...['x'.repeat(20_000), { length: 3 }, { __proto__: null, toString: 1 }],
];
const IN_A_QUERY = ['', 'x', '-1', '1.5', '1e9', '0x10', '99999999999999999999'];

test('every wrong value is refused with a sentence of our own', async () => {
  await using server = await testServer({ env: { SMS_SIMULATOR_EXPOSED: '1', SIGN_IN_BY_TEXT: 'on' } });
  const operator = await server.introduce(ann);
  const paths = openapi(server.app).paths as Record<string, Record<string, Operation>>;
  const sentences = new Set<string>();
  for (const { method, path } of DOCUMENTED_CALLS) {
    if (LEFT_OUT.test(path)) continue;
    const { parameters = [], requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
    const address = path.replace(/\{\w+\}/g, '999999');
    const keys = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {});
    const queries = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const asked = [
      [address, {}] as const,
      ...keys.flatMap((key) => IN_A_BODY.map((value) => [address, { [key]: value }] as const)),
      ...queries.flatMap((key) => IN_A_QUERY.map((value) => [`${address}?${key}=${value}`, {}] as const)),
    ];
    for (const [where, body] of asked) {
      const { status, body: answer } = await operator.send<{ error: string }>(where, {
        method,
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      });
      expect({ method, where, body, status: Math.min(status, 500) }).not.toMatchObject({ status: 500 });
      if (status === 400) sentences.add(answer.error);
    }
  }
  expect(sentences.size).toBeGreaterThan(30);
  expect(
    [...sentences].filter((sentence) => /invalid (input|option)|expected|received|undefined/i.test(sentence)),
  ).toEqual([]);
});

test('a value of the wrong kind is refused with the name of its field', async () => {
  await using server = await testServer({ env: { SMS_SIMULATOR_EXPOSED: '1', SIGN_IN_BY_TEXT: 'on' } });
  const operator = await server.introduce(ann);
  const refused = async (path: string, body?: unknown) => {
    const { status, body: answer } = body
      ? await operator.post<{ error: string }>(path, body)
      : await operator.get<{ error: string }>(path);
    return `${status} ${answer.error}`;
  };
  expect(await refused('/api/messages', { content: 5 })).toBe('400 content must be text.');
  expect(await refused('/api/messages', { content: 'x', tags: 'food' })).toBe('400 tags must be a list.');
  expect(await refused('/api/messages', { content: 'x', tags: ['food', null] })).toBe(
    '400 tags.1 must be text.',
  );
  expect(await refused('/api/og-preview')).toBe('400 url is missing.');
  expect(await refused('/api/admin/users?order=up')).toBe('400 order must be one of asc, desc.');
  const longest = '400 tags.0 must be at most 400 characters.';
  expect(await refused('/api/messages', { content: 'x', tags: ['x'.repeat(401)] })).toBe(longest);
  for (const limit of ['', '0', '-1', '1.5', 'x', '0x10', '1e2'])
    expect(await refused(`/api/messages?limit=${limit}`)).toBe('400 The limit is a positive whole number.');
  expect(await refused('/api/messages?limit=501')).toBe('400 A page has at most 500 messages.');
});

test('an id is a positive whole number, or its digits', async ({ client: operator }) => {
  for (const id of [true, [1], '0x1', '1e0', ' 1 ', 1.5, -1, 0, 2 ** 53]) {
    const { status, body } = await operator.delete('/api/admin/users/bulk-delete', { userIds: [id] });
    const sentence = 'An id is a positive whole number.';
    expect({ id, status, body }).toMatchObject({
      id,
      status: 400,
      body: { error: sentence, message: sentence },
    });
  }
  expect((await operator.delete('/api/admin/users/bulk-delete', { userIds: ['99'] })).status).toBe(200);
});
