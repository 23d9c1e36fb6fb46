import { expect, test } from 'bun:test';
import { previews } from '../../db/schema';
import { SIZES } from '../support/browser';
import { ann } from '../support/cast';
import { HOUR } from '../support/clock';
import { testServer } from '../support/server';
import { visit } from '../support/visit';

/** Layout of the cards of messages in a real browser. */

test('a hashtag does not break at its hyphens', async () => {
  await using server = await testServer();
  await server.text(
    ann,
    `${'Each of these tags is on one line: '.repeat(3) + '#road-trip-to-the-sea '.repeat(9)}indeed`,
  );
  await using tab = await visit(server, ann, '/all-texts', { size: 'phone' });
  const hashtags = tab.page.getByRole('article').locator('p').getByRole('link');
  await hashtags.first().waitFor();
  const lines = await hashtags.evaluateAll((links) => links.map((link) => link.getClientRects().length));
  const heights = await hashtags.evaluateAll((links) => links.map((link) => link.clientHeight));
  expect(lines).toEqual(Array(9).fill(1));
  expect(Math.max(...heights)).toBeLessThan(30);
});

test('a printed card has no age, and no gap for a preview that is still loading', async () => {
  await using server = await testServer();
  await server.text(ann, 'Menu https://example.com/menu #food');
  await using tab = await visit(server, ann, '/about:blank');
  const { page } = tab;
  await page.route('**/trpc/previews.get*', () => {}); // never answered
  await page.goto('/tag/private/food');
  const card = page.getByRole('article');
  const [preview, age] = [card.getByLabel('Loading preview'), card.getByText('just now')];
  await preview.waitFor();
  expect(await age.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await preview.isVisible()).toBe(false);
  expect(await age.isVisible()).toBe(false);
  expect(await card.getByText(/^\d\d\/\d\d\/\d\d/).isVisible()).toBe(true);
});

test('a text of one line takes 88 pixels at most, and eight of them fill a phone', async () => {
  await using server = await testServer();
  for (let n = 0; n < 12; n++) await server.text(ann, `Ramen number ${n} #trip-to-oslo`);
  for (const size of ['laptop', 'phone'] as const) {
    await using tab = await visit(server, ann, '/all-texts', { size });
    const { page } = tab;
    const cards = page.getByRole('article');
    await cards.first().waitFor();
    const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
    for (const { height } of boxes) expect(height).toBeLessThanOrEqual(88);
    if (size === 'laptop') continue;
    const header = await page
      .locator('header')
      .first()
      .evaluate((bar) => bar.clientHeight);
    expect(boxes[7].bottom - boxes[0].top).toBeLessThanOrEqual(SIZES.phone.height - header);
  }
});

test('a hashtag is said once on a card, and is one Tab stop', async () => {
  await using server = await testServer();
  await server.text(ann, 'The #food market is at the #house today #food #trip');
  await using tab = await visit(server, ann, '/all-texts');
  const { page } = tab;
  const card = page.getByRole('article');
  await card.getByText('market').waitFor();
  expect(await card.locator('p').textContent()).toBe('The #food market is at the #house today');
  const chips = card.getByRole('list', { name: 'Tags' });
  expect(await chips.getByRole('link').allInnerTexts()).toEqual(['#food', '#house', '#trip']);
  const stops = () =>
    card
      .getByRole('link')
      .evaluateAll((links) => links.filter(({ tabIndex }) => tabIndex >= 0).map((link) => link.textContent));
  expect(await stops()).toEqual(['#food', '#house', '#trip']);

  await page.goto('/tag/private/food');
  await card.getByText('market').waitFor();
  expect(await chips.getByRole('link').allInnerTexts()).toEqual(['#house', '#trip']);
  expect(await stops()).toEqual(['#food', '#house', '#trip']);
});

test('a link alone is spelled out only without its preview, yet is found, copied and printed', async () => {
  await using server = await testServer();
  const [shown, failed] = ['https://a.example/shown', 'https://b.example/failed'];
  const life = { expiresAt: Date.now() + HOUR };
  server.app.db
    .insert(previews)
    .values([
      { url: shown, finalUrl: shown, title: 'Shown page', state: 'shown', ...life },
      { url: failed, finalUrl: failed, state: 'error', ...life },
    ])
    .run();
  for (const url of [shown, failed]) await server.text(ann, `${url} #food`);
  await using tab = await visit(server, ann, '/all-texts');
  const { page } = tab;
  const [withPreview, without] = [page.getByText(shown), page.getByRole('link', { name: failed })];
  await page.getByText('Shown page').waitFor();
  await without.waitFor();
  expect((await without.boundingBox())?.height).toBeGreaterThan(15);
  const card = page.getByRole('article').filter({ hasText: 'Shown page' });
  expect((await withPreview.boundingBox())?.height).toBeLessThan(2);
  expect(await card.getByRole('link').count()).toBe(2); // the preview and the chip
  await card.evaluate((card) => getSelection()?.selectAllChildren(card));
  expect(await page.evaluate(() => `${getSelection()}`)).toContain(shown);
  await page.emulateMedia({ media: 'print' });
  expect((await withPreview.boundingBox())?.height).toBeGreaterThan(15);
});
