import { expect, test } from 'bun:test';
import { open } from '../../db/open';
import { readConfig } from '../../src/app/config/config';
import type { TwilioConfig } from '../../src/app/config/twilio';
import { SendError } from '../../src/app/gateway';
import { twilioGateway } from '../../src/outside/twilio/gateway';
import { twilioAccount } from '../../src/outside/twilio/service';
import { bob } from './cast';
import { textOut } from './texts';
import { type Failure, SERVER_ERROR, startTwilio, TOO_MANY, type Twilio, UNSUBSCRIBED } from './twilio';

const PUBLIC_URL = 'https://tagline.example';

function gatewayOf(twilio: Twilio, overrides: Record<string, string> = {}) {
  const { line, phoneNumber } = readConfig({ ...twilio.environment, ...overrides });
  return twilioGateway(twilioAccount(line as TwilioConfig), {
    db: open(':memory:'),
    phoneNumber,
    country: 'US',
    publicUrl: () => PUBLIC_URL,
    now: Date.now,
  });
}

test('each failure of Twilio becomes its own SendError', async () => {
  await using twilio = await startTwilio();
  const gateway = gatewayOf(twilio);
  const send = (body = 'x', to = bob.phone) => gateway.send(textOut(to, body)).catch((error) => error);
  const outcome = async (failure: Failure) => {
    twilio.failNext(failure);
    const error = await send();
    expect(error).toBeInstanceOf(SendError);
    return { code: error.code, retry: error.retry, uncertain: error.uncertain };
  };
  expect(await outcome(TOO_MANY)).toEqual({ code: 20429, retry: true, uncertain: false });
  expect(await outcome(SERVER_ERROR)).toEqual({ code: 20500, retry: true, uncertain: true });
  expect(await outcome(UNSUBSCRIBED)).toEqual({ code: 21610, retry: false, uncertain: false });
  expect(twilio.texts).toBeEmpty();
  expect(await outcome('drop')).toEqual({ code: null, retry: true, uncertain: true });
  expect(twilio.texts).toHaveLength(1); // Twilio has the text, although its answer was lost
  expect((await send('x', '+1')).code).toBe(21211);
  expect((await send('x'.repeat(1601))).code).toBe(21617);
  twilio.receive(bob.phone, 'STOP');
  expect((await send()).code).toBe(21610);
});
