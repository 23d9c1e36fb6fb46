import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations } from '../support/browser';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { type TestServer, until } from '../support/server';
import { visit } from '../support/visit';

const boxOf = async (page: Page, text: string) => {
  const box = await page.getByRole('article').filter({ hasText: text }).boundingBox();
  return { left: box?.x ?? -1, top: box?.y ?? -1 };
};

async function sharedBoard(server: TestServer) {
  const { client } = await shareBoard(server, 'trip', ann, bob);
  for (let n = 0; n < 12; n++) await server.text(bob, `Text ${n} ${'with words '.repeat(n % 5)} #trip`);
  await client.put('/api/boards/trip/seen', { messageId: (await server.messagesOf(ann))[0]?.id });
}

const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
        const inMain = ({ sources }: Shift) =>
          sources.some(({ node }) => node && document.querySelector('main')?.contains(node));
        new PerformanceObserver((list) =>
          resolve((list.getEntries() as Shift[]).filter(inMain).length),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500); // if there is no shift, the observer is not called
      }),
  );

test('a message that arrives slides in at the top left, and moves no card to another column', async () => {
  const { server, page } = await visit('/about:blank', { before: sharedBoard });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/tag/shared/trip');
  await page.getByText('Text 11').waitFor();
  const first = await boxOf(page, 'Text 11');
  const animated = () => page.locator('[data-arrived]').count();
  expect(await animated()).toBe(0); // nothing moves when a list is opened
  const columnsBefore = await page.evaluate(() =>
    [...document.querySelectorAll('article')].map((card) => {
      card.setAttribute('data-was-here', '');
      return card.offsetLeft;
    }),
  );
  await server.text(bob, 'News from the ferry #trip');
  const arrived = page.locator('[data-arrived]', { hasText: 'News from the ferry' });
  await arrived.waitFor();
  expect(await arrived.evaluate((card) => getComputedStyle(card).animationDuration)).toBe('0.25s, 2s');
  await until(async () => (await boxOf(page, 'News from the ferry')).left === first.left);
  expect((await boxOf(page, 'News from the ferry')).top).toBe(first.top);
  const columnsAfter = await page
    .locator('[data-was-here]')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).offsetLeft));
  expect(columnsAfter).toEqual(columnsBefore);
});

test('with reduced motion a message arrives without any movement', async () => {
  const { server, page } = await visit('/tag/shared/trip', { before: sharedBoard });
  await page.getByText('Text 11').waitFor();
  await server.text(bob, 'News from the ferry #trip');
  const arrived = page.locator('[data-arrived]', { hasText: 'News from the ferry' });
  await arrived.waitFor();
  expect(await arrived.evaluate((card) => getComputedStyle(card).animationName)).toBe('none');
  // otherwise a change of the colour scheme is a transition of each element, frame by frame
  expect(await page.evaluate(() => getComputedStyle(document.body).transitionProperty)).toBe('none');
});

for (const size of ['laptop', 'phone'] as const)
  test(`a line separates new messages from seen ones while the visit lasts: ${size}`, async () => {
    const { server, page, looksRight } = await visit('/tag/shared/trip', {
      before: sharedBoard,
      texts: [1, 2].map((n) => [bob, `Late news ${n} #trip`]),
      size,
    });
    const line = page.getByRole('heading', { name: /^New since \d\d:\d\d$/ });
    await line.waitFor();
    const isParted = () =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll('article')].map((card) => ({
          ...{ left: card.offsetLeft, top: card.getBoundingClientRect().top },
          ...{ isNew: /news/.test(card.textContent), hasLine: /New since/.test(card.textContent) },
        }));
        return [...new Set(cards.map(({ left }) => left))].every((left) => {
          const column = cards.filter((card) => card.left === left).sort((a, b) => a.top - b.top);
          const firstSeen = column.findIndex(({ isNew }) => !isNew);
          return column.every(
            ({ isNew, hasLine }, at) => isNew === at < firstSeen && hasLine === (at === firstSeen),
          );
        });
      });
    expect(await isParted()).toBe(true);
    expect(await layoutShifts(page)).toBe(0);
    await server.text(bob, 'Latest news #trip');
    await page.getByText('Latest news').waitFor();
    expect(await isParted()).toBe(true);
    await looksRight('new-since');
    await page.goto('/tag/shared/trip');
    await page.getByText('Latest news').waitFor();
    expect(await line.count()).toBe(0);
  });

test('a board with nothing but its hashtag says how to add to it', async () => {
  const { page, dialog } = await visit('/tag/private/road-trip', { texts: ['#road-trip'] });
  await page.getByText('#road-trip is ready').waitFor();
  expect(await page.getByRole('article').count()).toBe(0);
  const link = page.getByRole('main').getByRole('link', { name: 'Text to #road-trip' });
  const filledIn = (await link.getAttribute('href')) ?? '';
  expect(new URL(filledIn).searchParams.get('text')).toBe('#road-trip ');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Card' }).last().click();
  await dialog.getByLabel('Message', { exact: true }).fill('Pack the tent');
  await dialog.getByRole('button', { name: 'Add Message' }).click();
  await page.getByRole('article').getByText('Pack the tent').waitFor();
  // now the text that is only a hashtag has a card too
  await page.getByText('Only a hashtag').waitFor();
  expect(await page.getByRole('article').count()).toBe(2);
});
