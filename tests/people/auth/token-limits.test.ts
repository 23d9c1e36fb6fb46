import { expect } from 'bun:test';
import { chargeRead, RATE_LIMITS } from '../../../src/app/rate-limits';
import type { AccessToken } from '../../../src/contract/tokens';
import { findUserByPhone } from '../../../src/people/users';
import { bearing, tokenOf } from '../../support/bearer';
import { ann } from '../../support/cast';
import type { Client } from '../../support/client';
import { DAY } from '../../support/clock';
import { testServer } from '../../support/server';
import { test } from '../../support/server-test';
import { watchStatements } from '../../support/statements';

test('a token with a wrong checksum is refused without a look-up', async () => {
  using statements = watchStatements();
  await using server = await testServer();
  const { token } = await tokenOf(server, ann);
  const isLookedUp = async (given: string) => {
    statements.takeRun();
    await bearing(server, given).get('/api/messages');
    return statements.takeRun().some((sql) => sql.includes('from access_tokens t cross join users'));
  };
  const mistyped = token.replace(/.(?=.{10}$)/, (letter) => (letter === 'a' ? 'b' : 'a'));
  expect([await isLookedUp(token), await isLookedUp(mistyped)]).toEqual([true, false]);
  expect((await bearing(server, mistyped).get('/api/messages')).status).toBe(401);
});

test('a token works for a year, or as long as was asked for, or until it is revoked', async ({ server }) => {
  const ends = [];
  for (const input of [{}, { expiresAt: '2099-01-01T00:00:00.000Z' }, { expiresAt: null }])
    await tokenOf(server, ann, input);
  for (const { expiresAt } of (await server.as(ann).get<AccessToken[]>('/api/tokens')).body)
    ends.push(expiresAt);
  const [without, chosen, year] = ends;
  expect([without, chosen]).toEqual([null, '2099-01-01T00:00:00.000Z']);
  expect(Date.parse(year!) - server.app.now()).toBeWithin(364 * DAY, 365 * DAY + 1);
});

test('limits count all tokens of a person together', async ({ server }) => {
  const first = await tokenOf(server, ann);
  const second = await tokenOf(server, ann);
  const search = async ({ get }: Pick<Client, 'get'>) => (await get('/api/messages/search?q=x')).status;
  const person = findUserByPhone(server.app, ann.phone)!.id;
  for (let n = 0; n < RATE_LIMITS['search by a person'].max - 2; n++)
    chargeRead(server.app, { 'search by a person': person });
  expect([await search(first.client), await search(second.client)]).toEqual([200, 200]);
  expect([await search(first.client), await search(server.as(ann))]).toEqual([429, 429]);
});
