import { expect } from 'bun:test';
import type { PushOffer } from '../../../src/contract/push';
import { pushKeys } from '../../../src/outbox/push/keys';
import { ann, bob } from '../../support/cast';
import { openPushService } from '../../support/push-service';
import { testServer, until } from '../../support/server';
import { testIn } from '../../support/test-in';

const OFFER = '/api/push/offer';

async function house() {
  const service = await openPushService();
  const server = await testServer({ push: service });
  const [hers, his] = [await server.introduce(ann), await server.introduce(bob)];
  const offered = async (client = hers) => (await client.get<PushOffer>(OFFER)).body.offered;
  return {
    server,
    service,
    hers,
    his,
    offered,
    async invite() {
      await his.post('/api/shared-boards', { name: 'house' });
      await his.post('/api/shared-boards/house/invite', { phoneNumber: ann.phone });
      await until(() => server.received(ann.phone).some((text) => text.includes('#house')));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const testHouse = testIn(house);

testHouse('pushes are offered to a person who got by text what could be pushed', async (world) => {
  await world.server.text(ann, 'Lamp'); // the answer to a text is never pushed
  expect(await world.offered()).toBe(false);
  await world.invite();
  await until(() => world.offered());
  expect(await world.offered(world.his)).toBe(false);
});

testHouse('pushes are offered to nobody who has a browser that gets them', async (world) => {
  await world.invite();
  await until(() => world.offered());
  const { endpoint, keys } = world.service.subscribe(pushKeys(world.server.app).publicKey);
  const { body } = await world.hers.post<{ id: number }>('/api/push/subscriptions', { endpoint, keys });
  expect(await world.offered()).toBe(false);
  await world.hers.delete(`/api/push/subscriptions/${body.id}`);
  expect(await world.offered()).toBe(true);
});

testHouse('a hidden offer of pushes never comes again, on any device of the person', async (world) => {
  await world.invite();
  await until(() => world.offered());
  for (const _ of [1, 2]) expect((await world.hers.delete(OFFER)).body).toEqual({ offered: false });
  world.server.forget(ann);
  expect(await world.offered(world.server.as(ann))).toBe(false);
  await world.his.post('/api/messages', { content: 'Lamp', tags: ['house'] });
  await until(() => world.server.received(ann.phone).some((text) => text.includes('Lamp')));
  expect(await world.offered()).toBe(false);
});
