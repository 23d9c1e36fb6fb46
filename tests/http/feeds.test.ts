import { expect } from 'bun:test';
import { Parser } from 'htmlparser2';
import { bob } from '../support/cast';
import { png } from '../support/pictures';
import { test } from '../support/server-test';

type Feed = { atom: string; json: string };
type Item = { id: string; content_text: string; attachments: { url: string }[] };

const pathOf = (url: string) => new URL(url).pathname;

/** Checks that the XML is well-formed, and returns texts and attributes by element. */
function readXml(xml: string) {
  const texts: Record<string, string[]> = {};
  const links: Record<string, string>[] = [];
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(name);
        if (name === 'link') links.push(attributes);
      },
      ontext(text) {
        const name = open.at(-1) ?? '';
        texts[name] ??= [];
        texts[name].push(text);
      },
      onclosetag(name, implied) {
        expect([name, implied]).toEqual([open.pop()!, name === 'link']);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  expect(open).toEqual([]);
  return { textOf: (name: string) => (texts[name] ?? []).join(''), links };
}

test('a board has a feed at a secret address, with its photos, until it is renewed or ended', async ({
  server,
  client,
}) => {
  const body = new FormData();
  body.append('file', new Blob([png(4, 3)], { type: 'image/png' }), 'lamp.png');
  const [file] = (await client.send<{ id: number }[]>('/api/media', { method: 'POST', body })).body;
  const content = 'Lamp\u0007 & <b>"sofa"</b> https://example.com/?a=1&b=2 #house #secret';
  await client.post('/api/messages', { content, mediaIds: [file!.id] });
  await client.post('/api/messages', { content: 'Elsewhere #secret' });
  const made = (await client.post<Feed>('/api/feeds', { board: 'house' })).body;
  expect((await client.get<Feed[]>('/api/feeds')).body).toEqual([
    { ...made, board: 'house', query: null },
  ] as never);
  const stranger = server.stranger();

  const atom = await stranger.get(pathOf(made.atom));
  expect([atom.status, atom.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  const { textOf, links } = readXml(atom.text);
  expect(textOf('title')).toBe('#house - TaglineLamp & <b>"sofa"</b> https://example.com/?a=1&b=2');
  expect(textOf('content')).toBe('Lamp & <b>"sofa"</b> https://example.com/?a=1&b=2 #house');
  expect(textOf('name')).toBe('Ann Lee');
  const enclosure = links.find(({ rel }) => rel === 'enclosure')!;
  expect(enclosure.type).toBe('image/png');
  const { items } = (await stranger.get<{ items: Item[] }>(pathOf(made.json))).body;
  expect(items).toMatchObject([{ attachments: [{ url: enclosure.href! }] }]);
  expect(atom.text + JSON.stringify(items)).not.toContain('secret');

  const picture = pathOf(enclosure.href!);
  const served = await stranger.get(picture);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await stranger.get(picture.replace(/-.{16}$/, `-${'A'.repeat(16)}`))).status).toBe(404);

  const known = (name: string, value: string) =>
    stranger.send(pathOf(made.atom), { headers: { [name]: value } });
  const modified = atom.headers.get('last-modified')!;
  expect((await known('if-none-match', atom.headers.get('etag')!)).status).toBe(304);
  expect((await known('if-modified-since', modified)).status).toBe(304);
  expect((await known('if-modified-since', new Date(Date.parse(modified) - 1000).toUTCString())).status).toBe(
    200,
  );

  const renewed = (await client.post<Feed>('/api/feeds', { board: 'house' })).body;
  for (const old of [pathOf(made.atom), pathOf(made.json), picture])
    expect((await stranger.get(old)).status).toBe(404);
  expect((await stranger.get(pathOf(renewed.json))).status).toBe(200);
  expect((await client.delete('/api/feeds', { board: 'house' })).status).toBe(200);
  expect((await stranger.get(pathOf(renewed.json))).status).toBe(404);
});

test('whoever was removed from a board has no feed of it any more, photos included', async ({
  server,
  client,
}) => {
  await server.introduce(bob);
  const { id: boardId } = (await client.post<{ id: number }>('/api/shared-boards', { name: 'house' })).body;
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  await client.post('/api/messages', { content: 'Lamp #house' });
  const { json } = (await server.as(bob).post<Feed>('/api/feeds', { board: 'house' })).body;
  const stranger = server.stranger();
  expect((await stranger.get<{ items: Item[] }>(pathOf(json))).body.items.length).toBe(1);
  const members = (await client.get<{ userId: number; role: string }[]>('/api/shared-boards/house/members'))
    .body;
  const { userId } = members.find(({ role }) => role === 'member')!;
  await client.delete(`/api/shared-boards/${boardId}/members/${userId}`);
  expect((await stranger.get(pathOf(json))).status).toBe(404);
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  expect((await stranger.get(pathOf(json))).status).toBe(404);
  expect((await server.as(bob).get<Feed[]>('/api/feeds')).body).toEqual([]);
});

test('a search has a feed of what it finds, newest first', async ({ server, client }) => {
  for (const content of ['Ramen one #food', 'Soup', 'Ramen two'])
    await client.post('/api/messages', { content });
  const { atom, json } = (await client.post<Feed>('/api/feeds', { query: ' ramen ' })).body;
  const { items } = (await server.stranger().get<{ items: Item[] }>(pathOf(json))).body;
  expect(items.map(({ content_text }) => /Ramen \w+/.exec(content_text)?.[0])).toEqual([
    'Ramen two',
    'Ramen one',
  ]);
  expect((await client.post('/api/feeds', { query: 'x', board: 'food' })).status).toBe(400);
  expect((await client.post('/api/feeds', {})).status).toBe(400);
  expect((await server.stranger().get(pathOf(atom).replace('.atom', '.rss'))).status).toBe(404);
});
