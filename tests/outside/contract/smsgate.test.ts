import { EVENTS } from '../../../src/outside/smsgate/events';
import { eve } from '../../support/cast';
import type { TestServer } from '../../support/server';
import { SERVER_ERROR, type SmsGate, startSmsGate, TOO_MANY } from '../../support/smsgate';
import { describeGateway } from './contract';
import type { LineUnderTest, StandIn } from './stand-in';

type SmsGateStandIn = StandIn & { smsgate: SmsGate };

function standInOf(smsgate: SmsGate): SmsGateStandIn {
  const failing = new Set<string>();
  const url = ({ url }: TestServer) => `${url}/api/webhooks/smsgate`;
  return {
    smsgate,
    environment: smsgate.environment,
    wrongPassword: { SMSGATE_PASSWORD: 'guessed' },
    receive(server, from, body, files = []) {
      for (const event of EVENTS)
        if (!smsgate.hooks.some((hook) => hook.event === event))
          smsgate.hooks.push({ id: event, url: url(server), event, deviceId: null });
      const attachments = files.map(({ type, bytes }) => ({ contentType: type, bytes }));
      const event = smsgate.eventOf(smsgate.receive(from, body, attachments));
      const right = smsgate.signed(event);
      const post = (sent: string, headers: Record<string, string>) => () =>
        smsgate.post(server, sent, headers);
      const { body: sent, headers } = right;
      return {
        sign: () => {
          const now = smsgate.signed(event);
          return post(now.body, now.headers);
        },
        forgeries: {
          'no signature': post(sent, { 'x-timestamp': headers['x-timestamp'] }),
          'no time': post(sent, { 'x-signature': headers['x-signature'] }),
          'an empty signature': post(sent, { ...headers, 'x-signature': '' }),
          'a signature by another key': () => smsgate.call(server, event, { key: 'guessed key' }),
          'another sender': post(sent.replaceAll(from, eve.phone), headers),
          'another text': post(sent.replaceAll(body, 'Transfer 1'), headers),
          'another time': post(sent, {
            ...headers,
            'x-timestamp': String(Number(headers['x-timestamp']) + 1),
          }),
        },
      };
    },
    sentTo: (_, phone) => smsgate.sentTo(phone),
    failTo: (_, phone) => void failing.add(phone),
    async settle(server) {
      for (const { id, to } of smsgate.sent)
        await (failing.has(to)
          ? smsgate.report(server, id, 'Failed', 'Delivery result from SC +491710760000: 70')
          : smsgate.report(server, id, 'Delivered'));
    },
    [Symbol.asyncDispose]: () => smsgate[Symbol.asyncDispose](),
  };
}

const smsgateLine: LineUnderTest<SmsGateStandIn> = {
  name: 'an Android phone with SMSGate',
  start: async (now) => standInOf(await startSmsGate({ now })),
  spellings: ['2025550122', '(202) 555-0122', '1 202 555 0122'],
  signed: 'with its time',
  faults: {
    'the answer to it was lost': { begin: ({ smsgate }) => smsgate.failNext('drop') },
    'the phone has an error': { begin: ({ smsgate }) => smsgate.failNext(SERVER_ERROR) },
    'the phone refuses it as one too many': { begin: ({ smsgate }) => smsgate.failNext(TOO_MANY) },
    'the phone is slow': { begin: ({ smsgate }) => smsgate.failNext({ slow: 300 }) },
    'the phone was away': {
      begin: ({ smsgate }) => {
        smsgate.phone.on = false;
      },
      end: ({ smsgate }) => {
        smsgate.phone.on = true;
      },
    },
  },
};

describeGateway(smsgateLine);
