import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { EMBEDS } from '../../src/contract/embeds';
import { axeViolations, holdRequests, horizontalOverflow, LOOKS, openTab } from '../support/browser';
import { ann } from '../support/cast';
import { testServer, until } from '../support/server';
import { REFUSED_LIST } from '../support/visit';
import { askBeforeEmbeds, boardOfLinks, interceptForeign } from './foreign';

type BoardOfLinks = Awaited<ReturnType<typeof boardOfLinks>>;

let board: BoardOfLinks;
beforeAll(async () => {
  board = await boardOfLinks();
});
afterAll(() => board[Symbol.asyncDispose]());

const openLinksBoard = async (page: Page) => {
  await page.goto('/tag/links');
  await page.getByRole('button', { name: /^Show.*X post/ }).waitFor();
};

for (const look of LOOKS)
  test(`links become cards without a request to another site: ${look.size}, ${look.scheme}`, async () => {
    await using tab = await openTab(board.server.publicUrl, look);
    const { page } = tab;
    await tab.setCookies(board.client.cookies);
    const requested = await interceptForeign(page, board.server.publicUrl);
    await openLinksBoard(page);
    await page.getByRole('link', { name: /The Matrix 1999.*8\.2.*Action/ }).waitFor();
    await page.getByRole('button', { name: /^Play.*YouTube video/ }).waitFor();
    await page.getByRole('button', { name: /^Play.*TikTok video/ }).waitFor();
    await tab.screenshot('links');
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const card = page.getByRole('link', {
      name: 'The best ramen in town Noodles since 1987 Food Notes 127.0.0.1',
    });
    await card.waitFor();
    const picture = card.locator('img');
    expect(await picture.getAttribute('src')).toMatch(/^\/api\/previews\/images\//);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    expect(requested).toEqual([]);
  });

test('a click loads a post in a sandboxed frame, and Hide removes it', async () => {
  await using tab = await openTab(board.server.publicUrl);
  const { page } = tab;
  await tab.setCookies(board.client.cookies);
  const requested = await interceptForeign(page, board.server.publicUrl);
  await openLinksBoard(page);
  await page.getByRole('button', { name: /^Play.*YouTube video/ }).click();
  const frame = page.locator('iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('src')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  );
  expect(await frame.getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation',
  );
  expect((await frame.boundingBox())?.height).toBe(315);
  await until(() => frame.evaluate((element) => element === document.activeElement));
  await page.frameLocator('iframe').getByText('A post').waitFor();
  expect(requested).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1']);
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: /^Play.*YouTube video/ }).waitFor();
});

test('a post wider than its column opens in a dialog that returns the focus', async () => {
  await using tab = await openTab(board.server.publicUrl);
  const { page } = tab;
  await tab.setCookies(board.client.cookies);
  await interceptForeign(page, board.server.publicUrl);
  await openLinksBoard(page);
  const card = page.getByRole('button', { name: /^Show.*Instagram post/ });
  expect((await card.boundingBox())?.width).toBeLessThan(326);
  await card.click();
  const frame = page.getByRole('dialog').locator('iframe');
  await frame.waitFor();
  const box = await frame.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(326);
  expect(box?.height).toBe(600);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(() => card.evaluate((element) => element === document.activeElement));
});

test('a card keeps its height while its preview loads; a failed preview becomes a link', async () => {
  await using tab = await openTab(board.server.publicUrl);
  const { page } = tab;
  await tab.setCookies(board.client.cookies);
  const { release } = await holdRequests(page, /\/trpc\/previews/);
  await openLinksBoard(page);
  const article = (text: string) => page.getByRole('article').filter({ hasText: text });
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
  await using board = await boardOfLinks();
  await board.client.put('/api/profile', { firstName: 'Ann', lastName: 'Lee', asksBeforeEmbeds: false });
  for (const path of ['icon', 'plain'])
    await board.client.post('/api/messages', { content: `${board.site.url}/${path} #links` });
  await using tab = await openTab(board.server.publicUrl, { size: 'phone' });
  const { page } = tab;
  await tab.setCookies(board.client.cookies);
  await interceptForeign(page, board.server.publicUrl);
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
  await page
    .getByRole('button', { name: /menu|sidebar/i })
    .first()
    .click();
  await page.getByRole('link', { name: 'All Texts' }).click();
  await page.waitForURL('**/all-texts');
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
  await using board = await boardOfLinks();
  await board.client.post('/api/messages', { content: `${board.site.url}/plain #links` });
  // requests for pictures and for the list may fail, because they may still run at the logout
  await using tab = await openTab(board.server.publicUrl, {
    expected: [/401.*\/api\/previews\/images\//, REFUSED_LIST],
  });
  const { page } = tab;
  await tab.setCookies(board.client.cookies);
  await openLinksBoard(page);
  const gone = page.getByRole('article').filter({ hasText: '/gone' });
  await gone.waitFor();
  await gone.getByRole('status').waitFor({ state: 'detached' });
  const plain = page.getByRole('link', { name: /Timetable of the night train/ });
  await plain.waitFor();
  const { release } = await holdRequests(page, /\/trpc\/previews/);
  await page.reload();
  const ramen = page.getByRole('article').filter({ hasText: '/ramen' });
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
    await using server = await testServer();
    const client = await server.introduce(ann);
    const posts = [
      'https://youtu.be/dQw4w9WgXcQ',
      'https://www.instagram.com/p/CuN1a2B3/',
      'https://x.com/jack/status/20',
      'https://www.facebook.com/zuck/posts/10102577175875681',
      'https://www.tiktok.com/@scout2015/video/6718335390845095173',
    ];
    await askBeforeEmbeds(client);
    for (const post of posts) await client.post('/api/messages', { content: `${post} #posts` });
    await using tab = await openTab(server.publicUrl, { size });
    const { page } = tab;
    await tab.setCookies(client.cookies);
    const requested = await interceptForeign(page, server.publicUrl);
    await page.goto('/tag/posts');
    for (const { name, origin } of Object.values(EMBEDS)) {
      await page.getByRole('button', { name: new RegExp(`^(Play|Show).*${name} (post|video)`) }).click();
      await page.frameLocator('iframe').getByText('A post').waitFor();
      const isInDialog = (await page.getByRole('dialog').count()) > 0;
      // on a phone the post opens in the column and not in a dialog, because a dialog would be narrower
      if (size === 'phone') expect(isInDialog).toBe(false);
      expect(new URL(requested.at(-1) ?? '').origin).toBe(origin);
      await page.getByRole('button', { name: isInDialog ? 'Close' : 'Hide' }).click();
      await page.locator('iframe').waitFor({ state: 'detached' });
    }
    expect(requested).toHaveLength(posts.length);
  });
