import { eve } from '../../support/cast';
import { SERVER_ERROR, startTwilio, TOO_MANY, type Twilio } from '../../support/twilio';
import { describeGateway } from './contract';
import type { LineUnderTest, StandIn } from './stand-in';

const HOOK = '/api/webhooks/twilio/sms';
/** The phone is switched off (Twilio 30003). */
const UNREACHABLE = 30003;

type TwilioStandIn = StandIn & { twilio: Twilio };

/** Speaks with the stand-in for Twilio. */
function standInOf(twilio: Twilio): TwilioStandIn {
  const failing = new Set<string>();
  return {
    twilio,
    environment: twilio.environment,
    wrongPassword: { TWILIO_AUTH_TOKEN: 'guessed' },
    receive(server, from, body, files) {
      const text = twilio.receive(from, body, files);
      const form = twilio.parametersOf(text);
      const right = twilio.sign(server.publicUrl + HOOK, form);
      const forged = (sent: Record<string, string>, signature: string | null) => () =>
        twilio.call(server, HOOK, sent, { signature });
      return {
        sign: () => forged(form, right),
        forgeries: {
          'no signature': forged(form, null),
          'an empty signature': forged(form, ''),
          'a signature by another token': forged(form, twilio.sign(server.publicUrl + HOOK, form, 'guess')),
          'another sender': forged({ ...form, From: eve.phone }, right),
          'another text': forged({ ...form, Body: 'Transfer 1' }, right),
          'another account': forged({ ...form, AccountSid: `AC${'0'.repeat(32)}` }, right),
        },
      };
    },
    sentTo: (_, phone) => twilio.sentTo(phone),
    failTo: (_, phone) => void failing.add(phone),
    async settle(server) {
      for (const { sid, to, direction } of twilio.texts)
        if (direction !== 'inbound')
          await (failing.has(to)
            ? twilio.report(server, sid, 'undelivered', UNREACHABLE)
            : twilio.report(server, sid, 'delivered'));
    },
    [Symbol.asyncDispose]: () => twilio[Symbol.asyncDispose](),
  };
}

const twilioLine: LineUnderTest<TwilioStandIn> = {
  name: 'Twilio',
  start: async (now) => standInOf(await startTwilio({ now })),
  spellings: [], // Twilio writes every number in E.164
  signed: 'without time',
  faults: {
    'the answer to it was lost': { begin: ({ twilio }) => twilio.failNext('drop') },
    'the service has an error': { begin: ({ twilio }) => twilio.failNext(SERVER_ERROR) },
    'the service refuses it as one too many': { begin: ({ twilio }) => twilio.failNext(TOO_MANY) },
    'the service is slow': { begin: ({ twilio }) => twilio.failNext({ slow: 300 }) },
    'the service fails for a while': {
      begin: ({ twilio }) => twilio.failAlways(SERVER_ERROR),
      end: ({ twilio }) => twilio.failAlways(null),
    },
  },
};

describeGateway(twilioLine);
