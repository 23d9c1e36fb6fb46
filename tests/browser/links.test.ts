import { expect, test } from 'bun:test';
import { EMBEDS } from '../../src/contract/embeds';
import { holdRequests, LOOKS } from '../support/browser';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { beforeTests } from '../support/test-end';
import { REFUSED_LIST, untilFocused, visit } from '../support/visit';
import { askBeforeEmbeds, boardOfLinks, goToAllTexts, interceptForeign } from './foreign';

type How = NonNullable<Parameters<typeof visit>[1]>;

const shared = beforeTests(boardOfLinks);

async function visitLinks(how: How = {}, { server } = shared()) {
  const tab = await visit(null, { server, ...how });
  return {
    ...tab,
    requested: await interceptForeign(tab.page, server.publicUrl),
    article: (text: string) => tab.page.getByRole('article').filter({ hasText: text }),
    async open() {
      await tab.page.goto('/tag/links');
      await tab.page.getByRole('button', { name: /^Show.*X post/ }).waitFor();
    },
  };
}

for (const look of LOOKS)
  test(`links become cards without a request to another site: ${look.size}, ${look.scheme}`, async () => {
    const { page, requested, open, looksRight } = await visitLinks(look);
    await open();
    await page.getByRole('link', { name: /The Matrix 1999.*8\.2.*Action/ }).waitFor();
    await page.getByRole('button', { name: /^Play.*YouTube video/ }).waitFor();
    await page.getByRole('button', { name: /^Play.*TikTok video/ }).waitFor();
    await looksRight('links');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const name = 'The best ramen in town Noodles since 1987 Food Notes 127.0.0.1';
    const picture = page.getByRole('link', { name }).locator('img');
    expect(await picture.getAttribute('src')).toMatch(/^\/api\/previews\/images\//);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    expect(requested).toEqual([]);
  });

test('a click loads a post in a sandboxed frame, and Hide removes it', async () => {
  const { page, requested, open } = await visitLinks();
  await open();
  await page.getByRole('button', { name: /^Play.*YouTube video/ }).click();
  const frame = page.locator('iframe');
  await frame.waitFor();
  const address = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
  expect(await frame.getAttribute('src')).toBe(address);
  expect(await frame.getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation',
  );
  expect((await frame.boundingBox())?.height).toBe(315);
  await untilFocused(frame);
  await page.frameLocator('iframe').getByText('A post').waitFor();
  expect(requested).toEqual([address]);
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: /^Play.*YouTube video/ }).waitFor();
});

test('a card keeps its height while its preview loads; a failed preview becomes a link', async () => {
  const { page, article, open } = await visitLinks();
  const { release } = await holdRequests(page, /\/trpc\/previews/);
  await open();
  const height = async (text: string) => (await article(text).boundingBox())?.height ?? 0;
  await article('/gone').getByRole('status', { name: 'Loading preview' }).waitFor();
  await article('/ramen').getByRole('status', { name: 'Loading preview' }).waitFor();
  await article('imdb').getByRole('status', { name: 'Loading film' }).waitFor();
  const before = [await height('/ramen'), await height('imdb')];
  const gone = await height('/gone');
  const placeholder = (await article('/gone').getByRole('status').boundingBox())?.height ?? 0;
  release();
  await article('/ramen').getByText('The best ramen').waitFor();
  await article('imdb').getByText('The Matrix').waitFor();
  expect([await height('/ramen'), await height('imdb')]).toEqual(before);
  await article('/gone').getByRole('status').waitFor({ state: 'detached' });
  // the card shows one line of text instead of the preview
  await until(async () => (await height('/gone')) === gone - placeholder + 24);
  await article('/gone').getByRole('link', { name: '/gone' }).waitFor();
});

test('the heights of cards that were never drawn are estimated to the pixel', async () => {
  const board = await boardOfLinks();
  for (const path of ['icon', 'plain'])
    await board.client.post('/api/messages', { content: `${board.site.url}/${path} #links` });
  const { page } = await visitLinks({ size: 'phone' }, board);
  await board.client.put('/api/profile', { firstName: 'Ann', lastName: 'Lee', asksBeforeEmbeds: false });
  const feed = page.getByRole('feed');
  const height = async () => (await feed.boundingBox())?.height ?? 0;
  const drawAll = async () => {
    for (let number = 1; number <= 9; number++) {
      const card = page.locator(`article[aria-posinset="${number}"]`);
      await card.scrollIntoViewIfNeeded();
      await card.getByRole('status').waitFor({ state: 'detached' });
    }
  };
  await page.goto('/tag/links');
  await drawAll();
  await page.evaluate(() => scrollTo(0, 0));
  await goToAllTexts(page);
  await page.locator('article[aria-posinset="1"]').waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(9);
  // the first frames may still have estimates for another width of the cards
  const estimated = await until(async () => {
    const before = await height();
    await Bun.sleep(100);
    return before === (await height()) ? before : 0;
  });
  await drawAll();
  expect(Math.abs((await height()) - estimated)).toBeLessThanOrEqual(1);
});

test('small and failed previews are remembered after a reload but not after a logout', async () => {
  const board = await boardOfLinks();
  await board.client.post('/api/messages', { content: `${board.site.url}/plain #links` });
  // requests for pictures and for the list may fail, because they may still run at the logout
  const expected = [/401.*\/api\/previews\/images\//, REFUSED_LIST];
  const { page, article, open } = await visitLinks({ expected }, board);
  await open();
  const gone = article('/gone');
  await gone.waitFor();
  await gone.getByRole('status').waitFor({ state: 'detached' });
  const plain = page.getByRole('link', { name: /Timetable of the night train/ });
  await plain.waitFor();
  const { release } = await holdRequests(page, /\/trpc\/previews/);
  await page.reload();
  const ramen = article('/ramen');
  await ramen.getByRole('status', { name: 'Loading preview' }).waitFor();
  expect(await gone.getByRole('status').count()).toBe(0);
  expect(await plain.count()).toBe(1);
  release();
  await ramen.getByText('The best ramen').waitFor();
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await kept()).toContain('/gone');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await kept()).not.toContain('/gone');
});

for (const size of ['laptop', 'phone'] as const)
  test(`a post of each service opens within the security policy: ${size}`, async () => {
    const { server, page, dialog } = await visit(null, { size });
    const client = server.as(ann);
    const posts = [
      'https://youtu.be/dQw4w9WgXcQ',
      'https://www.instagram.com/p/CuN1a2B3/',
      'https://x.com/jack/status/20',
      'https://www.facebook.com/zuck/posts/10102577175875681',
      'https://www.tiktok.com/@scout2015/video/6718335390845095173',
    ];
    await askBeforeEmbeds(client);
    for (const post of posts) await client.post('/api/messages', { content: `${post} #posts` });
    const requested = await interceptForeign(page, server.publicUrl);
    await page.goto('/tag/posts');
    for (const { name, origin } of Object.values(EMBEDS)) {
      await page.getByRole('button', { name: new RegExp(`^(Play|Show).*${name} (post|video)`) }).click();
      await page.frameLocator('iframe').getByText('A post').waitFor();
      const isInDialog = (await dialog.count()) > 0;
      // on a phone the post opens in the column and not in a dialog, because a dialog would be narrower
      if (size === 'phone') expect(isInDialog).toBe(false);
      expect(new URL(requested.at(-1) ?? '').origin).toBe(origin);
      await page.getByRole('button', { name: isInDialog ? 'Close' : 'Hide' }).click();
      await page.locator('iframe').waitFor({ state: 'detached' });
    }
    expect(requested).toHaveLength(posts.length);
  });
