import { expect, test } from 'bun:test';
import { until } from '../support/server';
import { visit } from '../support/visit';

test('the open board is marked and in view, and the dashboard is marked', async () => {
  const texts = Array.from({ length: 40 }, (_, n) => `Entry #board-${n + 10}`);
  const { sidebar, screenshot } = await visit('/tag/board-12', { texts });
  const marked = () =>
    sidebar
      .locator('[aria-current=page]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent));
  const link = sidebar.getByRole('link', { name: 'board-12' });
  const inView = () =>
    link.evaluate((element) => {
      const { top, bottom, left } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 20, y)));
    });
  await until(inView);
  expect(await marked()).toEqual(['#board-12']);
  await screenshot('sidebar');

  // no board is visible above a sticky heading
  const above = await sidebar.getByRole('heading', { name: 'Private Boards' }).evaluate((heading) => {
    const { top, left } = heading.parentElement!.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top - 1)?.closest('li')?.textContent ?? null;
  });
  expect(above).toBeNull();

  await sidebar.getByRole('link', { name: 'Tagline, home' }).click();
  await until(async () => (await marked()).join() === 'Tagline, home');
});
