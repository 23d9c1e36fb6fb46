import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from '../support/browser';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { FAILED_REQUEST, untilFocused, visit } from '../support/visit';
import { goToAllTexts, interceptForeign } from './foreign';

/** Most frames load without a click (docs/product/media.md: Posts of other sites). */

const postOf = (id: number) => `https://x.com/jack/status/${id}`;

async function openBoard(links: string[], expected: RegExp[] = []) {
  const { server, page } = await visit(null, { size: 'phone', expected });
  for (const link of links.toReversed())
    await server.as(ann).post('/api/messages', { content: `${link} #posts` });
  const requested = await interceptForeign(page, server.publicUrl);
  return {
    requested,
    page,
    async open() {
      await page.goto('/tag/posts');
      await page.getByRole('article').first().waitFor();
    },
  };
}

const posts = (count: number) => Array.from({ length: count }, (_, n) => postOf(n + 1));

const cardOf = (page: Page, number: number) => page.locator(`article[aria-posinset="${number}"]`);
const frameIn = (card: Locator) => card.locator('iframe[data-loaded]');
const heightOf = async (card: Locator) => (await card.boundingBox())?.height;

/**
 * Scrolls a card to the middle of the screen in small steps, because the page draws cards only near the
 * screen.
 */
async function scrollToCard(page: Page, number: number) {
  await until(async () => {
    const card = cardOf(page, number);
    if ((await card.count()) === 1) {
      await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      return true;
    }
    const [first] = await page
      .locator('article')
      .evaluateAll((cards) => cards.map((card) => card.ariaPosInSet));
    await page.mouse.wheel(0, Number(first) < number ? 1500 : -1500);
    return false;
  });
}

test('posts load in view, six stay, and one that comes back loads in the same place', async () => {
  const { page, requested, open } = await openBoard(posts(12));
  await open();
  await frameIn(cardOf(page, 1)).waitFor();
  expect(requested.some((url) => url.includes('id=12&'))).toBe(false);
  const height = await heightOf(cardOf(page, 1));
  const top = await page.evaluate(() => document.querySelector('article')!.offsetTop);
  for (let number = 2; number <= 12; number++) {
    await scrollToCard(page, number);
    await frameIn(cardOf(page, number)).waitFor();
    expect(await page.locator('iframe').count()).toBeLessThanOrEqual(6);
    expect(await heightOf(cardOf(page, number))).toBe(height);
  }
  expect(await page.locator('iframe').count()).toBe(6);
  await page.evaluate(() => window.scrollTo(0, 0));
  await frameIn(cardOf(page, 1)).waitFor();
  expect(await heightOf(cardOf(page, 1))).toBe(height);
  expect(await page.evaluate(() => document.querySelector('article')!.offsetTop)).toBe(top);
  expect(requested.filter((url) => url.includes('id=1&'))).toHaveLength(2);
  expect(await axeViolations(page)).toEqual([]);
});

test('a frame that does not load leaves its card in the same room, and is tried again', async () => {
  const { page, open } = await openBoard(posts(1));
  await page.clock.install();
  let answers = false;
  await page.route('https://platform.twitter.com/**', (route) => (answers ? route.fallback() : undefined));
  await open();
  const card = cardOf(page, 1);
  await page.clock.fastForward(1000);
  await card.getByRole('button', { name: /Loading/ }).waitFor();
  const height = await heightOf(card);
  await page.clock.fastForward(10_000);
  const retry = card.getByRole('button', { name: /X did not answer. Try again/ });
  await retry.waitFor();
  expect(await card.locator('iframe').count()).toBe(0);
  expect(await heightOf(card)).toBe(height);
  expect(await card.getByRole('link', { name: 'Open on X' }).getAttribute('href')).toBe(postOf(1));
  expect(await axeViolations(page)).toEqual([]);
  answers = true;
  await retry.click();
  await frameIn(card).waitFor();
  expect(await heightOf(card)).toBe(height);
});

test('a film plays on while its card is scrolled away', async () => {
  const film = 'https://youtu.be/dQw4w9WgXcQ';
  const { page, requested, open } = await openBoard([film, ...posts(12)]);
  await open();
  const card = cardOf(page, 1);
  const height = await heightOf(card);
  await card.getByRole('button', { name: /^Play/ }).click();
  await frameIn(card).waitFor();
  expect(await heightOf(card)).toBe(height);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let number = 2; number <= 13; number++) {
    await scrollToCard(page, number);
    await frameIn(cardOf(page, number)).waitFor();
  }
  expect(await card.locator('iframe').count()).toBe(1);
  expect(await page.locator('iframe').count()).toBe(6);
  expect(requested.filter((url) => url.includes('youtube'))).toHaveLength(1);
  await page.evaluate(() => window.scrollTo(0, 0));
  await card.getByRole('button', { name: 'Hide' }).click();
  await card.getByRole('button', { name: /^Play/ }).waitFor();
  expect(await heightOf(card)).toBe(height);
});

test('a hidden post stays hidden when it comes back, and shows on a click', async () => {
  const { page, open } = await openBoard(posts(1));
  await open();
  const card = cardOf(page, 1);
  await frameIn(card).waitFor();
  await card.getByRole('button', { name: 'Hide' }).click();
  const show = card.getByRole('button', { name: /^Show.*X post/ });
  await untilFocused(show);
  await goToAllTexts(page);
  await show.click();
  await frameIn(card).waitFor();
});

test('no frame loads while the browser is offline', async () => {
  const { page, requested, open } = await openBoard(posts(1), FAILED_REQUEST);
  await page.addInitScript(() => {
    let online = false;
    Object.defineProperty(navigator, 'onLine', { get: () => online });
    Object.assign(window, {
      connect() {
        online = true;
        dispatchEvent(new Event('online'));
      },
    });
  });
  await page.clock.install();
  await open();
  const card = cardOf(page, 1);
  await card.getByRole('button', { name: /Show it here/ }).waitFor();
  await page.clock.fastForward(1000);
  expect(requested).toEqual([]);
  await page.evaluate(() => (window as unknown as { connect(): void }).connect());
  await frameIn(card).waitFor();
  expect(requested).toHaveLength(1);
});

test('posts stand in their card at every width, never scaled, in the specified heights', async () => {
  const links = [
    'https://www.instagram.com/p/CuZ1aBcDeFg/',
    'https://www.facebook.com/zuck/posts/pfbid02abcDEF',
    postOf(1),
  ];
  const { page, requested, open } = await openBoard(links);
  for (const [width, least] of WIDTHS) {
    await page.setViewportSize({ width, height: 1000 });
    await open();
    for (const [service, height] of [
      ['Instagram', 600],
      ['Facebook', 500],
      ['X', 500],
    ] as const) {
      const frame = page.locator(`iframe[title$="from ${service}"][data-loaded]`);
      await page.getByRole('link', { name: `Open on ${service}`, exact: true }).scrollIntoViewIfNeeded();
      await frame.waitFor();
      const size = await frame.evaluate((element: HTMLElement) => {
        const { width, height } = element.getBoundingClientRect();
        const card = element.closest('article')!.getBoundingClientRect();
        return { width, height, card: card.width, laidOut: element.offsetWidth };
      });
      expect({ ...size, service }).toMatchObject({ service, height, laidOut: Math.round(size.width) });
      expect(size.card - size.width).toBeLessThanOrEqual(2);
      expect(size.width).toBeGreaterThanOrEqual(least);
    }
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect(requested.filter((url) => url.includes('facebook')).every((url) => /&width=\d{3}$/.test(url))).toBe(
    true,
  );
});

const WIDTHS = [
  [390, 340],
  [800, 300],
  [1101, 200],
  [1280, 250],
  [1366, 250],
  [1440, 300],
  [1920, 400],
] as const;
