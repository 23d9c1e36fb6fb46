import { expect, test } from 'bun:test';
import { procedureCalls } from '../../src/http/calls';
import { exampleBody } from '../../src/http/openapi';
import { appRouter } from '../../src/http/router';
import { bob } from '../support/cast';
import { testServer } from '../support/server';

/** Who may call what. Everything that is in neither list is for people who have signed in. */
const ANYONE = [
  'auth.session',
  'auth.login',
  'auth.verify',
  'auth.logout',
  'product.get',
  'invites.look',
  'invites.submit',
  'simulator.texts',
  'simulator.send',
  'simulator.phones',
  'simulator.delivery',
  'simulator.release',
  'simulator.setDelivery',
];
const OPERATORS = /^admin\./;

const procedures = procedureCalls(appRouter).map((call) => ({
  name: call.name,
  type: call.type,
  rest: call.meta.rest,
  input: exampleBody(call) ?? {},
}));

/** The same call at both its doors. */
const doors = ({
  name,
  type,
  rest,
  input,
}: (typeof procedures)[number]): [path: string, init: RequestInit][] => {
  const [method = '', path = ''] = rest.split(' ');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(input);
  return [
    [path.replace(/\{\w+\}/g, '1'), method === 'GET' ? { method } : { method, headers, body }],
    type === 'query'
      ? [`/trpc/${name}?input=${encodeURIComponent(body)}`, { method: 'GET' }]
      : [`/trpc/${name}`, { method: 'POST', headers, body }],
  ];
};

test('every call but the named ones refuses who has not signed in', async () => {
  await using server = await testServer();
  const closed = procedures.filter(({ name }) => !ANYONE.includes(name));
  expect(closed.length).toBeGreaterThan(5);
  for (const procedure of closed)
    for (const [path, init] of doors(procedure)) {
      const { status, text } = await server.stranger().send(path, init);
      expect({ name: procedure.name, path, status }).toEqual({ name: procedure.name, path, status: 401 });
      expect(text).toContain('Please sign in.');
    }
});

test('the named ones are open, so that the test above could fail', async () => {
  await using server = await testServer();
  for (const procedure of procedures.filter(({ name }) => ANYONE.includes(name)))
    for (const [path, init] of doors(procedure)) {
      const { status } = await server.stranger().send(path, init);
      expect({ path, refused: status === 401 || status === 403 || status === 404 }).toEqual({
        path,
        refused: false,
      });
    }
});

test("an operator's calls refuse everybody else", async () => {
  await using server = await testServer();
  for (const procedure of procedures.filter(({ name }) => OPERATORS.test(name)))
    for (const [path, init] of doors(procedure)) {
      const { status, text } = await server.as(bob).send(path, init);
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(text).toContain('Admin access required');
    }
});

test("the simulator's calls are not there with another gateway", async () => {
  await using server = await testServer({
    env: {
      SMS_GATEWAY: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'x',
      TWILIO_FROM: '+12025550100',
      TWILIO_API_URL: 'http://127.0.0.1:9',
    },
  });
  for (const procedure of procedures.filter(({ name }) => name.startsWith('simulator.')))
    for (const [path, init] of doors(procedure))
      expect((await server.stranger().send(path, init)).status).toBe(404);
});
