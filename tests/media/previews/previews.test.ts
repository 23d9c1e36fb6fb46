import { expect, test } from 'bun:test';
import { previews } from '../../../db/schema';
import type { Preview } from '../../../src/contract/previews';
import { createWeb } from '../../../src/outside/web';
import { ann, bob } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { colorPng } from '../../support/pictures';
import { testServer, until } from '../../support/server';
import { openSite, page } from '../../support/site';
import { localServer, previewPath } from './local-server';

test('a link shows its title, description and our copy of its picture', async () => {
  await using site = await openSite({
    '/': page('Ramen', {
      'og:description': 'Noodles',
      'og:site_name': 'Food',
      'og:image': '/bowl.png',
    }),
    '/bowl.png': { headers: { 'content-type': 'image/png' }, body: colorPng(1280, 640) },
  });
  await using server = await localServer();
  const { status, body } = await server.as(ann).get<Preview>(previewPath(`${site.url}/#menu`));
  expect(status).toBe(200);
  expect(body).toEqual({
    url: `${site.url}/`,
    title: 'Ramen',
    description: 'Noodles',
    image: expect.stringMatching(/^\/api\/previews\/images\/[\w-]{22}$/),
    image_width: 640,
    image_height: 320,
    site_name: 'Food',
    skip: false,
    error: false,
  });
  const image = await fetch(server.url + body.image, {
    headers: { cookie: [...server.as(ann).cookies].map((cookie) => cookie.join('=')).join('; ') },
  });
  expect(image.headers.get('content-type')).toBe('image/webp');
  expect(image.headers.get('content-security-policy')).toContain('sandbox');
  expect(image.headers.get('cache-control')).toContain('private');
  expect(await new Bun.Image(await image.arrayBuffer()).metadata()).toMatchObject({
    width: 640,
    height: 320,
    format: 'webp',
  });
  expect((await server.stranger().get(body.image!)).status).toBe(401);
  expect((await server.as(bob).get('/api/previews/images/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
});

test('a link to a picture shows the picture', async () => {
  await using site = await openSite({
    '/a%20cat.png': { headers: { 'content-type': 'image/png' }, body: colorPng(100, 50) },
    '/%zz.png': { headers: { 'content-type': 'image/png' }, body: colorPng(10, 10) },
  });
  await using server = await localServer();
  const { body } = await server.as(ann).get<Preview>(previewPath(`${site.url}/a%20cat.png`));
  expect(body).toMatchObject({ title: 'a cat.png', image_width: 100, image_height: 50, skip: false });
  expect((await server.as(ann).get<Preview>(previewPath(`${site.url}/%zz.png`))).body.title).toBe('%zz.png');
});

test('a link is fetched once, as soon as its message is stored', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await localServer();
  await server.text(ann, `Look ${site.url}/ #food`);
  await until(() => server.app.db.select().from(previews).get());
  await Promise.all([ann, bob, ann].map((who) => server.as(who).get(previewPath(`${site.url}/`))));
  await server.as(bob).post('/api/messages', { content: `${site.url}/ again` });
  expect(site.asked).toEqual(['/']);
});

test('many requests at the same time cause one fetch', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await localServer();
  const requests = Array.from({ length: 20 }, () => server.as(ann).get<Preview>(previewPath(`${site.url}/`)));
  for (const { body } of await Promise.all(requests)) expect(body.title).toBe('Ramen');
  expect(site.asked).toEqual(['/']);
});

test('a preview older than a day is shown while it is fetched again', async () => {
  await using site = await openSite({ '/': page('Old') });
  await using server = await localServer();
  const title = async () => (await server.as(ann).get<Preview>(previewPath(`${site.url}/`))).body.title;
  expect(await title()).toBe('Old');
  site.pages['/'] = page('New');
  server.app.clock.advance(DAY - HOUR);
  expect(await title()).toBe('Old');
  expect(site.asked).toHaveLength(1);
  server.app.clock.advance(2 * HOUR);
  expect(await title()).toBe('Old');
  await until(async () => (await title()) === 'New');
  expect(site.asked).toHaveLength(2);
});

test('a renewed picture keeps its address, which open pages show', async () => {
  const picture = (width: number) => ({
    headers: { 'content-type': 'image/png' },
    body: colorPng(width, 50),
  });
  await using site = await openSite({
    '/': page('Ramen', { 'og:image': '/bowl.png' }),
    '/bowl.png': picture(100),
  });
  await using server = await localServer();
  const look = async () => (await server.as(ann).get<Preview>(previewPath(`${site.url}/`))).body;
  const { image } = await look();
  site.pages['/bowl.png'] = picture(200);
  server.app.clock.advance(2 * DAY);
  expect(await look()).toMatchObject({ image, image_width: 100 });
  await until(async () => (await look()).image_width === 200);
  expect((await look()).image).toBe(image);
});

test.each([
  ['fails', { status: 500 }],
  ['shows a robot check', page('Just a moment...')],
])('a site that %s later keeps its card', async (_, later) => {
  await using site = await openSite({ '/': page('Old') });
  await using server = await localServer();
  const look = async () => (await server.as(ann).get<Preview>(previewPath(`${site.url}/`))).body;
  await look();
  site.pages['/'] = later;
  server.app.clock.advance(2 * DAY);
  await look();
  await until(() => site.asked.length === 2);
  await until(() => server.app.db.select().from(previews).get()!.expiresAt > server.app.now());
  expect(await look()).toMatchObject({ title: 'Old', skip: false, error: false });
  expect(site.asked).toHaveLength(2);
});

test('a link without a card is `skip`, a failure is `error`, both for ten minutes', async () => {
  await using site = await openSite({
    '/login': page('Some page'),
    '/wall': page('Just a moment...'),
    '/empty': { body: '<p>words</p>' },
    '/file.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    '/broken': { status: 503 },
  });
  await using server = await localServer();
  const look = async (path: string) => {
    const { status, body } = await server.as(ann).get<Preview>(previewPath(site.url + path));
    expect(status).toBe(200);
    return body.skip ? 'skip' : body.error ? 'error' : body.title;
  };
  for (let time = 0; time < 2; time++) {
    const looks = ['/login', '/wall', '/empty', '/file.pdf', '/broken', '/missing'].map(look);
    expect(await Promise.all(looks)).toEqual(['skip', 'skip', 'skip', 'skip', 'error', 'error']);
  }
  expect(site.asked).toHaveLength(6);
  site.pages['/broken'] = page('Repaired');
  server.app.clock.advance(11 * MINUTE);
  expect(await look('/broken')).toBe('Repaired');
});

test('refused, unknown and unreachable addresses get the same answer', async () => {
  await using server = await testServer();
  const urls = [
    'http://10.0.0.1/',
    'http://127.0.0.1:1/',
    'http://localhost/',
    'ftp://a.example/',
    'x',
    'http://',
  ];
  await server.introduce(ann);
  const start = performance.now();
  const took: number[] = [];
  const answers = await Promise.all(
    urls.map(async (url) => {
      const { text } = await server.as(ann).get(previewPath(url));
      took.push(performance.now() - start);
      return text.replace(JSON.stringify(url), '"it"');
    }),
  );
  expect(new Set(answers).size).toBe(1);
  // all answers take at least half a second, so the time of an answer does not show why a preview failed
  expect(Math.min(...took)).toBeGreaterThan(490);
  expect(JSON.parse(answers[0]!)).toMatchObject({ title: null, image: null, skip: false, error: true });
});

test('a user can cause 60 fetches a minute', async () => {
  await using site = await openSite({});
  await using server = await localServer();
  const look = (n: number) => server.as(ann).get(previewPath(`${site.url}/${n}`));
  const statuses = (await Promise.all(Array.from({ length: 70 }, (_, n) => look(n)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(site.asked.length).toBe(60);
  expect((await look(0)).status).toBe(200); // a stored preview does not count against the limit
});

test('requests are refused while the queue is full', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await localServer();
  const { web } = server.app;
  Object.assign(server.app, { web: { ...web, isFull: () => true } });
  const { status, headers, body } = await server
    .as(ann)
    .get<{ message: string }>(previewPath(`${site.url}/`));
  expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  expect(body.message).toBe('Too many links at once. Please try again.');
  await server.as(ann).post('/api/messages', { content: `${site.url}/` });
  Object.assign(server.app, { web: { ...web, isFull: () => false } });
  expect((await server.as(ann).get(previewPath(`${site.url}/`))).status).toBe(200);
  expect(site.asked).toEqual(['/']);

  server.app.clock.advance(2 * DAY);
  Object.assign(server.app, { web: { ...web, isFull: () => true } });
  expect((await server.as(ann).get<Preview>(previewPath(`${site.url}/`))).body.title).toBe('Ramen');
  Object.assign(server.app, { web });
  await server.as(ann).get(previewPath(`${site.url}/gone`));
  expect(site.asked).toEqual(['/', '/gone']);
});

test("links past their sender's limit are fetched when somebody looks", async () => {
  await using site = await openSite({});
  await using server = await localServer();
  Object.assign(server.app, { web: createWeb({ allow: ['127.0.0.1'], siteMs: 0 }) });
  for (let n = 0; n < 80; n++) await server.as(ann).post('/api/messages', { content: `${site.url}/?${n}` });
  await server.as(bob).post('/api/messages', { content: `${site.url}/?bob` });
  await until(() => site.asked.includes('/?bob'));
  await until(() => site.asked.length === 61);
  server.app.clock.advance(MINUTE + 1);
  await server.as(ann).get(previewPath(`${site.url}/?79`));
  expect(site.asked.at(-1)).toBe('/?79');
});
