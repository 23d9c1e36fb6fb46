import { expect } from 'bun:test';
import type { PhoneDelivery } from '../../../src/contract/simulator';
import type { TestServer } from '../../support/server';
import { describeGateway } from './contract';
import type { StandIn } from './stand-in';

let texts = 0;

async function startSimulator(): Promise<StandIn> {
  return {
    environment: {},
    async receive(server, from, body, files = []) {
      const simulator = server.simulator();
      const media = files.map(
        ({ type, bytes }) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
      );
      texts++;
      const text = { from, body, media, id: `contract-${texts}` };
      await simulator.post('/api/simulator/texts', { ...text, held: true });
      return {
        sign: () => async () => {
          await simulator.post('/api/simulator/release', { phone: from, order: 'sent' });
          return fetch(`${server.simulatorUrl}/api/simulator/texts`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(text),
          });
        },
        forgeries: {},
      };
    },
    sentTo: (server, phone) => server.received(phone),
    failTo: (server, phone) => setDelivery(server, phone, 'unreachable'),
    settle: async () => {}, // a simulated text has its last state as soon as it is sent
    async [Symbol.asyncDispose]() {},
  };
}

async function setDelivery(server: TestServer, phone: string, delivery: PhoneDelivery['delivery']) {
  const { status } = await server.simulator().post('/api/simulator/delivery', { phone, delivery });
  expect(status).toBe(200);
}

describeGateway({
  name: 'the phone simulator',
  start: startSimulator,
  spellings: ['(202) 555-0122', '202.555.0122'],
  signed: false,
  network: false,
  faults: {
    'the carrier is slow': { begin: (_, server, phone) => setDelivery(server, phone, 'slow') },
    'the carrier fails for a while': {
      begin: (_, server, phone) => setDelivery(server, phone, 'failing'),
      end: (_, server, phone) => setDelivery(server, phone, 'normal'),
    },
  },
});
