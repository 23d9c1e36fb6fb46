import { expect, test } from 'bun:test';
import { count, eq } from 'drizzle-orm';
import { links, previews, rateLimitHits } from '../../db/schema';
import type { Preview } from '../../src/contract/previews';
import { remove } from '../../src/messages/messages';
import { storeLinks } from '../../src/previews/links';
import { deleteUnlinkedPreviews } from '../../src/previews/previews';
import { ann, bob } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { colorPng } from '../support/pictures';
import { testServer, until } from '../support/server';
import { openSite, page } from '../support/site';

/** A site at home whose reading the operator allows; from there on everything is as with a site anywhere. */
const allowing = (env: Record<string, string> = {}) =>
  testServer({ env: { PREVIEW_ALLOW: '127.0.0.1', ...env } });

const ask = (url: string) => `/api/og-preview?url=${encodeURIComponent(url)}`;

test('a link shows its title, words and picture, the picture through us', async () => {
  await using site = await openSite({
    '/': page('Ramen', {
      'og:description': 'Noodles',
      'og:site_name': 'Food',
      'og:image': '/bowl.png',
    }),
    '/bowl.png': { headers: { 'content-type': 'image/png' }, body: colorPng(1280, 640) },
  });
  await using server = await allowing();
  const { status, body } = await server.as(ann).get<Preview>(ask(`${site.url}/#menu`));
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

test('a link straight to a picture shows the picture', async () => {
  await using site = await openSite({
    '/a%20cat.png': { headers: { 'content-type': 'image/png' }, body: colorPng(100, 50) },
    '/%zz.png': { headers: { 'content-type': 'image/png' }, body: colorPng(10, 10) },
  });
  await using server = await allowing();
  const { body } = await server.as(ann).get<Preview>(ask(`${site.url}/a%20cat.png`));
  expect(body).toMatchObject({ title: 'a cat.png', image_width: 100, image_height: 50, skip: false });
  expect((await server.as(ann).get<Preview>(ask(`${site.url}/%zz.png`))).body.title).toBe('%zz.png');
});

test('a link is fetched as soon as its message is stored, once, whoever asks', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await allowing();
  await server.text(ann, `Look ${site.url}/ #food`);
  await until(() => server.app.db.select().from(previews).get());
  await Promise.all([ann, bob, ann].map((who) => server.as(who).get(ask(`${site.url}/`))));
  await server.as(bob).post('/api/messages', { content: `${site.url}/ again` });
  expect(site.asked).toEqual(['/']);
});

test('many who ask at the same time cause one fetch', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await allowing();
  const asked = Array.from({ length: 20 }, () => server.as(ann).get<Preview>(ask(`${site.url}/`)));
  for (const { body } of await Promise.all(asked)) expect(body.title).toBe('Ramen');
  expect(site.asked).toEqual(['/']);
});

test('what is a day old is shown once more while it is fetched anew', async () => {
  await using site = await openSite({ '/': page('Old') });
  await using server = await allowing();
  const title = async () => (await server.as(ann).get<Preview>(ask(`${site.url}/`))).body.title;
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

test('a picture that is fetched anew stays at its address, where open pages ask for it', async () => {
  const picture = (width: number) => ({
    headers: { 'content-type': 'image/png' },
    body: colorPng(width, 50),
  });
  await using site = await openSite({
    '/': page('Ramen', { 'og:image': '/bowl.png' }),
    '/bowl.png': picture(100),
  });
  await using server = await allowing();
  const look = async () => (await server.as(ann).get<Preview>(ask(`${site.url}/`))).body;
  const { image } = await look();
  site.pages['/bowl.png'] = picture(200);
  server.app.clock.advance(2 * DAY);
  expect(await look()).toMatchObject({ image, image_width: 100 });
  await until(async () => (await look()).image_width === 200);
  expect((await look()).image).toBe(image);
});

test('a site that is down later keeps its card', async () => {
  await using site = await openSite({ '/': page('Old') });
  await using server = await allowing();
  const look = async () => (await server.as(ann).get<Preview>(ask(`${site.url}/`))).body;
  await look();
  site.pages['/'] = { status: 500 };
  server.app.clock.advance(2 * DAY);
  await look();
  await until(() => site.asked.length === 2);
  expect(await look()).toMatchObject({ title: 'Old', error: false });
});

test('a site that has a robot check later keeps its card', async () => {
  await using site = await openSite({ '/': page('Old') });
  await using server = await allowing();
  const look = async () => (await server.as(ann).get<Preview>(ask(`${site.url}/`))).body;
  await look();
  site.pages['/'] = page('Just a moment...');
  server.app.clock.advance(2 * DAY);
  await look();
  await until(() => site.asked.length === 2);
  await until(() => server.app.db.select().from(previews).get()!.expiresAt > server.app.now());
  expect(await look()).toMatchObject({ title: 'Old', skip: false });
  expect(site.asked).toHaveLength(2);
});

test('what has no card is skipped, and what cannot be had is an error; neither is tried again at once', async () => {
  await using site = await openSite({
    '/login': page('Some page'),
    '/wall': page('Just a moment...'),
    '/empty': { body: '<p>words</p>' },
    '/file.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    '/broken': { status: 503 },
  });
  await using server = await allowing();
  const look = async (path: string) => {
    const { status, body } = await server.as(ann).get<Preview>(ask(site.url + path));
    expect(status).toBe(200);
    return body.skip ? 'skip' : body.error ? 'error' : body.title;
  };
  for (let time = 0; time < 2; time++) {
    const looks = ['/login', '/wall', '/empty', '/file.pdf', '/broken', '/missing'].map(look);
    expect(await Promise.all(looks)).toEqual(['skip', 'skip', 'skip', 'skip', 'error', 'error']);
  }
  expect(site.asked).toHaveLength(6);
  site.pages['/broken'] = page('Mended');
  server.app.clock.advance(11 * MINUTE);
  expect(await look('/broken')).toBe('Mended');
});

test('refused, unknown and unreachable look alike', async () => {
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
  const began = performance.now();
  const took: number[] = [];
  const answers = await Promise.all(
    urls.map(async (url) => {
      const { text } = await server.as(ann).get(ask(url));
      took.push(performance.now() - began);
      return text.replace(JSON.stringify(url), '"it"');
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(Math.min(...took)).toBeGreaterThan(490); // nor does how soon it comes tell them apart
  expect(JSON.parse(answers[0]!)).toMatchObject({ title: null, image: null, skip: false, error: true });
});

test('one person cannot make us fetch without end', async () => {
  await using site = await openSite({});
  await using server = await allowing();
  const look = (n: number) => server.as(ann).get(ask(`${site.url}/${n}`));
  const statuses = (await Promise.all(Array.from({ length: 70 }, (_, n) => look(n)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(site.asked.length).toBe(60);
  expect((await look(0)).status).toBe(200); // what is known costs nothing
});

test('when very many wait nobody else is let in', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await allowing();
  const { web } = server.app;
  Object.assign(server.app, { web: { ...web, waiting: () => 100 } });
  const { status, headers, body } = await server.as(ann).get<{ message: string }>(ask(`${site.url}/`));
  expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  expect(body.message).toBe('Too many links at once. Please try again.');
  await server.as(ann).post('/api/messages', { content: `${site.url}/` });
  Object.assign(server.app, { web: { ...web, waiting: () => 99 } });
  expect((await server.as(ann).get(ask(`${site.url}/`))).status).toBe(200);
  expect(site.asked).toEqual(['/']);

  server.app.clock.advance(2 * DAY);
  Object.assign(server.app, { web: { ...web, waiting: () => 100 } });
  expect((await server.as(ann).get<Preview>(ask(`${site.url}/`))).body.title).toBe('Ramen');
  Object.assign(server.app, { web });
  await server.as(ann).get(ask(`${site.url}/gone`));
  expect(site.asked).toEqual(['/', '/gone']);
});

test('what is found for a message that is gone meanwhile is not kept', async () => {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await using site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      asked.resolve();
      await release.promise;
      return new Response('<title>Ramen</title>', { headers: { 'content-type': 'text/html' } });
    },
  });
  await using server = await allowing();
  const link = `http://127.0.0.1:${site.port}/`;
  const { body } = await server.as(ann).post<{ id: number }>('/api/messages', { content: link });
  await asked.promise;
  const shared = server.as(ann).get<Preview>(ask(link));
  const isPreview = eq(rateLimitHits.name, 'preview for a person');
  await until(() => server.app.db.select().from(rateLimitHits).where(isPreview).get());
  await server.as(ann).delete(`/api/messages/${body.id}`);
  release.resolve();
  expect((await shared).body.title).toBe('Ramen');
  expect(server.app.db.select().from(previews).all()).toEqual([]);
});

test('strangers get nothing fetched', async () => {
  await using site = await openSite({ '/': page('Ramen') });
  await using server = await allowing();
  expect((await server.stranger().get(ask(`${site.url}/`))).status).toBe(401);
  expect(site.asked).toEqual([]);
});

test('with the last message that has a link, what is known of it goes', async () => {
  await using site = await openSite({ '/': page('Ramen'), '/b': page('Soup') });
  await using server = await allowing();
  const post = async (content: string) =>
    (await server.as(ann).post<{ id: number }>('/api/messages', { content })).body.id;
  const known = () => server.app.db.select({ url: previews.url }).from(previews).all();
  const one = await post(`${site.url}/`);
  const two = await post(`again ${site.url}/`);
  await until(() => known().length === 1);
  remove(server.app, [one]);
  expect(known()).toHaveLength(1);
  storeLinks(server.app, two, `now ${site.url}/b`);
  expect(known()).toHaveLength(0);
  remove(server.app, [two]);
  expect(server.app.db.select({ n: count() }).from(links).get()).toEqual({ n: 0 });
});

test('what was only looked at is forgotten when it is old, what a message has is kept', async () => {
  await using site = await openSite({ '/': page('Ramen'), '/b': page('Soup') });
  await using server = await allowing();
  const look = (path: string) => server.as(ann).get(ask(site.url + path));
  await server.as(ann).post('/api/messages', { content: `${site.url}/` });
  await Promise.all(['/', '/b'].map(look));
  const left = async () => {
    await deleteUnlinkedPreviews(server.app);
    return server.app.db.select({ url: previews.url }).from(previews).orderBy(previews.url).all();
  };
  expect(await left()).toEqual([{ url: `${site.url}/` }, { url: `${site.url}/b` }]);
  server.app.clock.advance(2 * DAY);
  expect(await left()).toEqual([{ url: `${site.url}/` }]);
});

test('however much is old, all that is in no message goes', async () => {
  await using server = await testServer();
  const keep = server.app.db.$client.prepare(
    "insert into previews (url, final_url, state, expires_at) values (?1, ?1, 'skip', ?2)",
  );
  for (let n = 1; n <= 1_200; n++) keep.run(`https://a.example/${n}`, n);
  await deleteUnlinkedPreviews(server.app);
  expect(server.app.db.select({ n: count() }).from(previews).get()).toEqual({ n: 0 });
});
