import { generateKeyPairSync } from 'node:crypto';
import { eve } from '../../support/cast';
import { SERVER_ERROR, startTelnyx, type Telnyx, TOO_MANY } from '../../support/telnyx';
import { describeGateway } from './contract';
import type { LineUnderTest, StandIn } from './stand-in';

const UNDELIVERABLE = '40008';

type TelnyxStandIn = StandIn & { telnyx: Telnyx };

function standInOf(telnyx: Telnyx): TelnyxStandIn {
  const failing = new Set<string>();
  return {
    telnyx,
    environment: telnyx.environment,
    wrongPassword: { TELNYX_API_KEY: 'guessed' },
    receive(server, from, body, files) {
      const event = telnyx.eventOf('message.received', telnyx.receive(from, body, files));
      const right = telnyx.signNow(event);
      const forged = (sent: string, signed: { timestamp: string; signature: string | null }) => () =>
        telnyx.call(server, sent, signed);
      const { privateKey } = generateKeyPairSync('ed25519');
      return {
        sign: () => forged(event, telnyx.signNow(event)),
        forgeries: {
          'no signature': forged(event, { ...right, signature: null }),
          'an empty signature': forged(event, { ...right, signature: '' }),
          'a signature by another key': forged(event, telnyx.signNow(event, privateKey)),
          'a signature of another time': forged(event, {
            ...right,
            timestamp: String(Number(right.timestamp) + 1),
          }),
          'another sender': forged(event.replace(from, eve.phone), right),
          'another text': forged(event.replace(body, 'Transfer 1'), right),
          'the same text in other bytes': forged(JSON.stringify(JSON.parse(event), null, 1), right),
        },
      };
    },
    sentTo: (_, phone) => telnyx.sentTo(phone),
    failTo: (_, phone) => void failing.add(phone),
    async settle(server) {
      for (const { id, to, direction } of telnyx.texts)
        if (direction === 'outbound')
          await (failing.has(to)
            ? telnyx.report(server, id, 'delivery_failed', UNDELIVERABLE)
            : telnyx.report(server, id, 'delivered'));
    },
    [Symbol.asyncDispose]: () => telnyx[Symbol.asyncDispose](),
  };
}

const telnyxLine: LineUnderTest<TelnyxStandIn> = {
  name: 'Telnyx',
  start: async (now) => standInOf(await startTelnyx({ now })),
  spellings: [], // Telnyx writes every number in E.164
  signed: 'with its time',
  faults: {
    'the answer to it was lost': { begin: ({ telnyx }) => telnyx.failNext('drop') },
    'the answer to it was lost, and the detail records are late': {
      begin({ telnyx }) {
        telnyx.failNext('drop');
        telnyx.delayRecords(true);
      },
      async end({ telnyx }, server, phone) {
        for (const { id, to } of telnyx.texts) if (to === phone) await telnyx.report(server, id, 'sent');
      },
    },
    'the service has an error': { begin: ({ telnyx }) => telnyx.failNext(SERVER_ERROR) },
    'the service refuses it as one too many': { begin: ({ telnyx }) => telnyx.failNext(TOO_MANY) },
    'the service is slow': { begin: ({ telnyx }) => telnyx.failNext({ slow: 300 }) },
    'the service fails for a while': {
      begin: ({ telnyx }) => telnyx.failAlways(SERVER_ERROR),
      end: ({ telnyx }) => telnyx.failAlways(null),
    },
  },
};

describeGateway(telnyxLine);
