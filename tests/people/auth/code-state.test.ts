import { expect } from 'bun:test';
import { consumeCode, findCodeState, issueCode } from '../../../src/people/auth/codes';
import { testApp } from '../../support/app';
import { ann } from '../../support/cast';
import { SECOND } from '../../support/clock';
import { until } from '../../support/server';
import { NOT_A_NUMBER, SERVER_ERROR } from '../../support/twilio';
import { testTwilio as test } from '../../support/twilio-server';

test('the browser that asked for a code learns whether the code is on its way', async () => {
  await using app = testApp();
  app.clock.freeze();
  const challenge = issueCode(app, ann.phone, { address: null });
  expect(findCodeState(app, challenge)).toBe('sending');
  app.clock.advance(9 * SECOND);
  expect(findCodeState(app, challenge)).toBe('slow');
  const newer = issueCode(app, ann.phone, { address: null, challenge });
  expect([challenge, 'made up', null].map((one) => findCodeState(app, one))).toEqual([null, null, null]);
  expect(findCodeState(app, newer)).toBe('sending');
  const code = app.outbox(ann.phone).at(-1)!.body.slice(0, 6);
  consumeCode(app, ann.phone, code, newer);
  expect(findCodeState(app, newer)).toBeNull();
});

test('a code that the gateway failed to take is slow, then sent', async ({ twilio, server }) => {
  twilio.failNext(SERVER_ERROR);
  const browser = server.stranger();
  await browser.post('/api/auth/login', { phoneNumber: ann.phone });
  const reaches = (state: string) =>
    until(async () => {
      const { body } = await browser.get<{ state: string }>('/api/auth/code');
      return body.state === state;
    });
  await reaches('slow');
  await reaches('sent');
  expect((await server.stranger().get('/api/auth/code')).body).toEqual({ state: null });
});

test('a code that the gateway refused has failed', async ({ twilio, server }) => {
  twilio.failNext(NOT_A_NUMBER);
  const challenge = issueCode(server.app, ann.phone, { address: null });
  await until(() => findCodeState(server.app, challenge) === 'failed');
});
