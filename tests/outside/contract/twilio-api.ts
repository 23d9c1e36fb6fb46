import { eve } from '../../support/cast';
import { SERVER_ERROR, TOO_MANY, type Twilio } from '../../support/twilio';
import type { LineUnderTest, StandIn } from './stand-in';

const UNREACHABLE = 30003;

type TwilioStandIn = StandIn & { twilio: Twilio };

function standInOf(twilio: Twilio, hook: string, wrongPassword: Record<string, string>): TwilioStandIn {
  const failing = new Set<string>();
  return {
    twilio,
    environment: twilio.environment,
    wrongPassword,
    receive(server, from, body, files) {
      const text = twilio.receive(from, body, files);
      const form = twilio.parametersOf(text);
      const right = twilio.sign(server.publicUrl + hook, form);
      const forged = (sent: Record<string, string>, signature: string | null) => () =>
        twilio.call(server, hook, sent, { signature });
      return {
        sign: () => forged(form, right),
        forgeries: {
          'no signature': forged(form, null),
          'an empty signature': forged(form, ''),
          'a signature by another token': forged(form, twilio.sign(server.publicUrl + hook, form, 'guess')),
          'another sender': forged({ ...form, From: eve.phone }, right),
          'another text': forged({ ...form, Body: 'Transfer 1' }, right),
          'another account': forged({ ...form, AccountSid: twilio.accountSid.replace(/\w$/, '_') }, right),
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

type Line = {
  name: string;
  start: (options: { now: () => number }) => Promise<Twilio>;
  hook: string;
  wrongPassword: Record<string, string>;
};

export const twilioApiLine = ({ name, start, hook, wrongPassword }: Line): LineUnderTest<TwilioStandIn> => ({
  name,
  start: async (now) => standInOf(await start({ now }), hook, wrongPassword),
  spellings: [], // these services write every number in E.164
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
});
