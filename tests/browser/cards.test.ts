import { expect, test } from 'bun:test';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { visit } from '../support/visit';

/** Layout of the cards of messages in a real browser. */

test('a hashtag does not break at its hyphens', async () => {
  await using server = await testServer();
  await server.text(
    ann,
    'Each of these tags is on one line: '.repeat(3) + '#road-trip-to-the-sea '.repeat(9),
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
