import { expect } from 'bun:test';
import type { Message } from '../../src/contract/messages';
import type { SimulatedText } from '../../src/contract/simulator';
import { createPictureLinks, takePicture } from '../../src/outbox/picture-links';
import { bob } from '../support/cast';
import { MINUTE } from '../support/clock';
import { sunset } from '../support/pictures';
import { type TestServer, testServer, until } from '../support/server';
import { test } from '../support/server-test';

const dataUrl = (type: string, bytes: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const textIn = (server: TestServer, body: string, media: string[] = []) =>
  server.simulator().post('/api/simulator/texts', { from: bob.phone, body, media });

const textsOut = async (server: TestServer) =>
  (
    await server
      .simulator()
      .get<SimulatedText[]>(`/api/simulator/texts?phone=${encodeURIComponent(bob.phone)}`)
  ).body.filter(({ direction }) => direction === 'outbound');

async function open(server: TestServer) {
  await textIn(server, 'Our beach #trip', [
    dataUrl('image/png', sunset(1280, 800)),
    dataUrl('image/png', sunset(60, 40)),
  ]);
  await until(() =>
    server.app.db.$client
      .query('select 1 from (select count(*) n from media where file is not null) where n = 2')
      .get(),
  );
  await textIn(server, '#trip?');
  await until(async () => (await textsOut(server)).some(({ body }) => body.startsWith('1 #trip')));
  await textIn(server, '1');
  return until(async () => (await textsOut(server)).find(({ body }) => body.includes('(2 photos)')));
}

test('a message that is opened by its number comes with its photos, smaller', async ({ server }) => {
  const { media, body } = await open(server);
  expect(body).toMatch(/Our beach #trip \(2 photos\)\nhttp:.*\/tag\/trip#message-1$/);
  expect(media).toHaveLength(2);
  const { text, headers } = await server.simulator().get(media[0]!);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(text.length).toBeLessThan(200_000);
});

test('with MMS_REPLIES=off there is only a link', async () => {
  await using server = await testServer({ env: { MMS_REPLIES: 'off' } });
  expect((await open(server)).media).toEqual([]);
});

test('an address of a picture works once, for ten minutes, and only while the picture is there', async ({
  server,
}) => {
  await open(server);
  const { app } = server;
  const secrets = (ids: number[]) => createPictureLinks(app, ids).map((url) => url.split('/m/')[1]!);
  const [first, second, third] = [...secrets([1]), ...secrets([1]), ...secrets([2])] as [
    string,
    string,
    string,
  ];
  const { status } = await server.stranger().get(`/m/${first}`);
  expect([status, (await server.stranger().get(`/m/${first}`)).status]).toEqual([200, 404]);
  await server.as(bob).delete('/api/messages/1');
  expect(takePicture(app, third)).toBeNull();
  app.clock.advance(10 * MINUTE + 1);
  expect(takePicture(app, second)).toBeNull();
  expect(secrets([1, 99])).toEqual([]);
});

test('a contact card, a location and a text file are found by their words', async ({ server }) => {
  const card =
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Yilmaz;Deniz\r\nFN:Dr Deniz Yilmaz\r\nORG:Harbour Dental\\, Ltd\r\nPHOTO;ENCODING=b:QUJD\r\nitem1.TEL;type=CELL:+49 30 5550\r\n  1234\r\nEND:VCARD';
  const place =
    'BEGIN:VCARD\nFN:Mauerpark\nitem1.URL;type=pref:https://maps.apple.com/?ll=52.54\\,13.40\nEND:VCARD';
  await textIn(server, '', [
    dataUrl('text/x-vcard', card),
    dataUrl('text/vcard', place),
    dataUrl('text/plain', 'Router firmware notes'),
  ]);
  await until(() =>
    server.app.db.$client
      .query('select 1 from (select count(*) n from media where words is not null) where n = 3')
      .get(),
  );
  for (const query of ['harbour', 'yilmaz 5550', 'mauerpark', 'firmware'])
    expect([
      query,
      (await server.as(bob).get<Message[]>(`/api/messages/search?q=${encodeURIComponent(query)}`)).body
        .length,
    ]).toEqual([query, 1]);
});
