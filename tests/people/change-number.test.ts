import { expect } from 'bun:test';
import { ann, bob, cho } from '../support/cast';
import { until } from '../support/server';
import { test } from '../support/server-test';

const NEW = { ...ann, phone: '+12025550177' };

test('a new number takes over an account by a code on it, and the old one is told', async ({
  server,
  client,
}) => {
  await client.post('/api/messages', { content: 'Ramen #food' });
  const { id } = (await client.get<{ id: number }>('/api/profile')).body;
  const move = (phoneNumber: string, code: string) =>
    client.post('/api/profile/phone', { phoneNumber, code });
  const codeOn = async (phoneNumber: string) => {
    const before = server.received(phoneNumber).length;
    expect((await client.post('/api/profile/phone/code', { phoneNumber })).status).toBe(200);
    return until(() => /\b\d{6}\b/.exec(server.received(phoneNumber).slice(before).join(' '))?.[0]);
  };
  expect((await client.post('/api/profile/phone/code', { phoneNumber: ann.phone })).status).toBe(400);
  const code = await codeOn(NEW.phone);
  expect((await move(bob.phone, code)).status).toBe(400); // a code of another number
  expect((await move(NEW.phone, code === '000000' ? '000001' : '000000')).status).toBe(400);
  expect((await client.get('/api/profile')).body).toMatchObject({ phoneNumber: ann.phone });

  await server.text(bob, 'Mine #diary');
  const refused = await move(bob.phone, await codeOn(bob.phone));
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('an account of its own')]);

  await server.text(NEW, 'HELP'); // whoever texts has an account, which goes as long as it is empty
  expect((await move(NEW.phone, await codeOn(NEW.phone))).body).toMatchObject({
    message: 'Your number is now +1 (202) 555-0177.',
  });
  expect((await client.get('/api/profile')).body).toMatchObject({ id, phoneNumber: NEW.phone });
  await until(() =>
    server.received(ann.phone).find((text) => text.includes('moved to another phone number')),
  );
  expect((await client.get('/api/account-log')).text).toContain('The phone number was changed');
  await server.text(NEW, 'Udon #food');
  await server.text(ann, 'Of whoever has the old number now #food');
  const { body } = await client.get<{ content: string }[]>('/api/messages/tag/food');
  expect(body.map(({ content }) => content)).toEqual(['Udon #food', 'Ramen #food']);
  expect((await server.as(cho).get('/api/messages/tag/food')).body).toEqual([]); // nothing of hers
});
