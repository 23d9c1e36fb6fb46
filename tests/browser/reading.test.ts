import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { transaction } from '../../db/open';
import { create } from '../../src/messages/messages';
import { upload } from '../media/upload';
import { ann } from '../support/cast';
import { ensureUser } from '../support/people';
import { colorPng } from '../support/pictures';
import { type TestServer, until } from '../support/server';
import { keepsPages, pollNow, visit } from '../support/visit';

/** Tests what a reader of long lists relies on. */

const WORDS = 'try the ramen place on fifth go early and ask for the window seat it is quiet there'.split(
  ' ',
);

function fill({ app }: TestServer, count: number, tag = 'log') {
  const user = ensureUser(app, ann);
  transaction(app.db, () => {
    for (let n = 0; n < count; n++) {
      const words = Array.from({ length: 3 + ((n * 7) % 40) }, (_, at) => WORDS[(n + at) % WORDS.length]);
      const at = app.now() - (count - n) * 60_000;
      create(app, user, { content: `Entry ${n} ${words.join(' ')}`, tags: [tag], source: 'sms', at });
    }
  });
}

const feedOf = (page: Page, tag: string) =>
  page.locator(`[role=feed][aria-label="Messages on #${tag}"] article`).first();

test('a hundred and fifty navigations leave no more behind than thirty', async () => {
  const tab = await visit('/', {
    before: async (server) => {
      const client = await server.introduce(ann);
      for (const tag of ['sea', 'hill'])
        for (let n = 0; n < 9; n++) {
          const { body } = await upload(client, [colorPng(900, 600 + n), 'image/png', 'a.png']);
          await client.post('/api/messages', { content: `Note ${n}`, tags: [tag], mediaIds: [body[0]!.id] });
        }
    },
  });
  const { page, sidebar } = tab;
  const devtools = await tab.context.newCDPSession(page);
  await devtools.send('Performance.enable');
  async function count() {
    for (let n = 0; n < 3; n++) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
  }
  const navigate = (times: number) =>
    page.evaluate(async (times) => {
      for (let n = 0; n < times; n++) {
        const tag = n % 2 ? 'sea' : 'hill';
        document.querySelector<HTMLElement>(`nav a[href="/tag/private/${tag}"]`)!.click();
        while (!document.querySelector(`[role=feed][aria-label="Messages on #${tag}"] article`))
          await new Promise((next) => setTimeout(next, 5));
      }
    }, times);
  await sidebar.getByRole('link', { name: 'sea' }).waitFor();
  await navigate(30);
  const early = await count();
  await navigate(120);
  const late = await count();
  expect(late.nodes).toBeLessThan(early.nodes + 150);
  expect(late.listeners).toBeLessThan(early.listeners + 30);
}, 120_000);

/** Returns the text and the place of the first card that is whole in the window. */
const firstInView = (page: Page) =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll('article')].map((card) => ({
      text: /Entry \d+/.exec(card.textContent)?.[0],
      top: Math.round(card.getBoundingClientRect().top),
    }));
    return JSON.stringify(places.filter(({ top }) => top > 0).sort((a, b) => a.top - b.top)[0]);
  });

test('Back and a reload return to the card at which a list was left, a thousand cards deep', async () => {
  const { page, sidebar } = await visit('/tag/private/log', {
    texts: ['Ramen #food'],
    before: async (server) => fill(server, 1_300),
  });
  await feedOf(page, 'log').waitFor();
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return /Entry (1|2)?\d\d\D/.test((await page.getByRole('article').last().textContent()) ?? '');
  });
  let left = '';
  await until(async () => {
    const before = left;
    left = await firstInView(page);
    return before === left && left !== undefined;
  });
  await page.waitForTimeout(300); // the place is remembered once the person has stopped scrolling
  await sidebar.getByRole('link', { name: 'food' }).click();
  await page.getByText('Ramen').first().waitFor();
  await page.goBack();
  await until(async () => (await firstInView(page)) === left);
  await page.waitForTimeout(300);
  await page.reload();
  const textOf = (place: string) => /Entry \d+/.exec(place)?.[0];
  await until(async () => textOf((await firstInView(page)) ?? '') === textOf(left));
});

test('offline, a board that was never opened says what it has, and a search finds what is kept', async () => {
  const { page, context, sidebar } = await visit('/all-texts', {
    texts: ['Ramen downtown #food', 'Udon #food', 'Tulips #garden'],
    worker: true,
    fakeClock: true,
    expected: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/],
  });
  await page.getByRole('article').getByText('Ramen').waitFor();
  for (const path of ['/tag/private/garden', '/search?q=tulips'])
    await page.goto(path).then(() => page.getByRole('article').first().waitFor());
  await page.goto('/all-texts');
  await page.clock.fastForward(8_000);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await until(async () => {
    await page.clock.fastForward(5_000);
    return keepsPages(page);
  });
  await context.setOffline(true);
  await pollNow(page);
  await page.getByText('Offline. Last seen').waitFor();
  await sidebar.getByRole('link', { name: 'food' }).click();
  await page.getByRole('heading', { name: '#food' }).waitFor();
  await page.getByRole('article').getByText('Udon').waitFor();
  await page.goto('/search?q=rame');
  await page.getByText('No connection: 1 message found in what this browser has kept.').waitFor();
  expect(await page.getByRole('article').getByText('downtown').count()).toBe(1);
});
