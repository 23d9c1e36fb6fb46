import { expect, test } from 'bun:test';
import { count, eq } from 'drizzle-orm';
import { links, previews, rateLimitHits } from '../../../db/schema';
import { findCards } from '../../../src/contract/cards';
import type { Preview } from '../../../src/contract/previews';
import { replaceLinks } from '../../../src/media/previews/links';
import { deleteUnlinkedPreviews } from '../../../src/media/previews/previews';
import { remove } from '../../../src/messages/messages';
import { ann } from '../../support/cast';
import { DAY } from '../../support/clock';
import { testServer, until } from '../../support/server';
import { openSite, page } from '../../support/site';
import { localServer, previewPath } from './local-server';

test('a preview is not stored if its message was deleted meanwhile', async () => {
  const requested = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await using site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      requested.resolve();
      await release.promise;
      return new Response('<title>Ramen</title>', { headers: { 'content-type': 'text/html' } });
    },
  });
  await using server = await localServer();
  const link = `http://127.0.0.1:${site.port}/`;
  const { body } = await server.as(ann).post<{ id: number }>('/api/messages', { content: link });
  await requested.promise;
  const shared = server.as(ann).get<Preview>(previewPath(link));
  const isPreview = eq(rateLimitHits.name, 'preview for a person');
  await until(() => server.app.db.select().from(rateLimitHits).where(isPreview).get());
  await server.as(ann).delete(`/api/messages/${body.id}`);
  release.resolve();
  expect((await shared).body.title).toBe('Ramen');
  expect(server.app.db.select().from(previews).all()).toEqual([]);
});

test('a preview is deleted with the last message that has its link', async () => {
  await using site = await openSite({ '/': page('Ramen'), '/b': page('Soup') });
  await using server = await localServer();
  const post = async (content: string) =>
    (await server.as(ann).post<{ id: number }>('/api/messages', { content })).body.id;
  const stored = () => server.app.db.select({ url: previews.url }).from(previews).all();
  const one = await post(`${site.url}/`);
  const two = await post(`again ${site.url}/`);
  await until(() => stored().length === 1);
  remove(server.app, [one]);
  expect(stored()).toHaveLength(1);
  replaceLinks(server.app, two, findCards(`now ${site.url}/b`));
  expect(stored()).toHaveLength(0);
  remove(server.app, [two]);
  expect(server.app.db.select({ n: count() }).from(links).get()).toEqual({ n: 0 });
});

test('an expired preview is deleted unless a message has its link', async () => {
  await using site = await openSite({ '/': page('Ramen'), '/b': page('Soup') });
  await using server = await localServer();
  const look = (path: string) => server.as(ann).get(previewPath(site.url + path));
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

test('all expired previews are deleted, however many there are', async () => {
  await using server = await testServer();
  const insert = server.app.db.$client.prepare(
    "insert into previews (url, final_url, state, expires_at) values (?1, ?1, 'skip', ?2)",
  );
  for (let n = 1; n <= 1_200; n++) insert.run(`https://a.example/${n}`, n);
  await deleteUnlinkedPreviews(server.app);
  expect(server.app.db.select({ n: count() }).from(previews).get()).toEqual({ n: 0 });
});
