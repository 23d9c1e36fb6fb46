import { expect, test } from 'bun:test';
import { transaction } from '../../db/open';
import { previews } from '../../db/schema';
import { create } from '../../src/messages/messages';
import { findUserByPhone } from '../../src/people/users';
import { drainIndexQueue } from '../../src/search/search';
import { LOOKS } from '../support/browser';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { pollNow, scrollDownTo, sees, visit } from '../support/visit';

const url = 'https://shop.example/chair';
const found = { title: 'Walnut Armchair', description: 'Warm', expiresAt: Number.MAX_SAFE_INTEGER };
const CHAIR = { url, finalUrl: url, state: 'shown' as const, ...found };

test('results appear while one types, with the matches marked', async () => {
  const tab = await visit('/search', {
    texts: [
      'Try the ramen place on 5th, go early #food',
      'Ramen broth: 2 l water, kombu, 40 g bonito #recipes',
      'Dentist moved to Tuesday 9.45',
      '今晚八点看房 #flat',
      `For the hall? ${CHAIR.url} #flat`,
      `Minutes of the club: ${'nothing was decided, '.repeat(40)} but for the kumquat`,
    ],
    before: ({ app }) => app.db.insert(previews).values(CHAIR).run(),
  });
  const { page, looksRightEverywhere } = tab;
  const hint = 'Use the search bar in the sidebar, or the one above, to find your messages.';
  await sees(page, 'Search Messages', hint);
  await looksRightEverywhere('search-empty');

  const box = page.getByRole('combobox', { name: 'Search all messages' }).last();
  await box.pressSequentially('ramne bro');
  await sees(page, 'Search Results', 'Results for "ramne bro" (0 found)', 'Similar');
  expect(await page.locator('mark').allTextContents()).toEqual(['Ramen', 'bro']);
  expect(new URL(page.url()).search).toBe('?q=ramne+bro');

  await box.fill('ramen from:ann #food');
  await page.getByText('Results for "ramen from:ann #food" (1 found)').waitFor();
  await looksRightEverywhere('search-results');
  await page.getByRole('button', { name: 'Remove #food' }).click();
  await page.getByText('Results for "ramen from:ann" (2 found)').waitFor();

  await page.getByText('Search tips').click();
  await looksRightEverywhere('search-tips');
  await box.fill('看房');
  await page.getByText('Results for "看房" (1 found)').waitFor();
  await box.fill('armchiar warm shop');
  await page.getByText('Results for "armchiar warm shop" (0 found)').waitFor();
  await page.getByRole('link', { name: CHAIR.title }).getByText('Armchair', { exact: true }).waitFor();
  expect(await page.locator('mark').allTextContents()).toEqual(['shop', 'Armchair', 'Warm']);
  await looksRightEverywhere('search-card');
  await box.fill('kumquat');
  // the text is unfolded, because the match is in the part that is otherwise hidden
  await page.getByRole('button', { name: 'Show less' }).waitFor();
  await box.fill('zebra');
  await page.getByText('No messages found').waitFor();
  await looksRightEverywhere('search-nothing');

  // only the first 400 characters of a query are searched for
  await page.goto(`/search?q=${encodeURIComponent('看房'.repeat(500))}`);
  await page.getByText(`Results for "${'看房'.repeat(50)}..." (0 found)`).waitFor();
  await box.evaluate((input: HTMLInputElement) => input.select());
  await page.keyboard.insertText(`ramen -${'x'.repeat(10_000)}`);
  await page.getByText(`Results for "ramen -${'x'.repeat(93)}..." (`).waitFor();
  await page.getByText('No more than 400 characters are searched for.').waitFor();
  await looksRightEverywhere('search-long');

  // the address alone starts a search, and a search can be limited to one board
  await page.goto('/search?q=ramen');
  await page.getByText('Results for "ramen" (2 found)').waitFor();
  await page.goto('/tag/recipes');
  for (const look of LOOKS) {
    await tab.changeLook(look);
    await page.getByRole('button', { name: 'Actions for #recipes' }).click();
    await page.getByRole('menuitem', { name: 'Search #recipes' }).click();
    await page.getByRole('combobox', { name: 'Search #recipes' }).fill('ramen');
    await page.getByText('Results for "ramen" (1 found)').waitFor();
    await page.getByRole('button', { name: 'Remove on #recipes' }).click();
    await page.getByText('Results for "ramen" (2 found)').waitFor();
    await page.goBack();
    await page.waitForURL('**/tag/recipes');
  }
});

test('the search page says how many messages it finds, not how many are on its first page', async () => {
  const { server, page, screenshot } = await visit('/search');
  const { app } = server;
  const me = findUserByPhone(app, ann.phone)!;
  transaction(app.db, () => {
    for (let at = 0; at < 1_010; at++) create(app, me, { content: `ramen ${at}`, source: 'api' });
  });
  await drainIndexQueue(app);
  const box = page.getByRole('combobox', { name: 'Search all messages' }).last();
  await box.fill('ramen');
  await page.getByText('Results for "ramen" (1,010 found)').waitFor();
  await box.fill('"ramen 12"');
  await page.getByText('Results for ""ramen 12"" (1 found)').waitFor();
  await box.fill('ramen');
  await scrollDownTo(page.getByText('These are 1,000 of them. Another word finds fewer.'));
  await screenshot('search-end');
});

test('a failed search shows an error', async () => {
  const { server, page } = await visit('/all-texts', { expected: [/500/] });
  server.app.db.$client.run('alter table search_rows rename to gone');
  server.app.db.$client.run('alter table memberships rename to away');
  await page.goto('/search?q=ramen');
  await sees(page, 'Search Error');
  await page.getByText(/Failed to search messages: 500 /).waitFor();
});

test('the two search fields always show the same text', async () => {
  const { page, main, sidebar } = await visit('/tag/food', { texts: ['Ramen #food'], fakeClock: true });
  const box = sidebar.getByRole('combobox', { name: 'Search all messages' });
  const field = main.getByRole('combobox', { name: 'Search all messages' });
  const bothShow = (text: string) =>
    until(async () => (await box.inputValue()) === text && (await field.inputValue()) === text);

  await sidebar.getByRole('button', { name: 'Search', exact: true }).click();
  await page.keyboard.press('Enter'); // an empty query does nothing
  await box.fill(' ramen ');
  await page.keyboard.press('Enter');
  await page.getByText('Results for "ramen" (1 found)').waitFor();
  await bothShow('ramen');
  await field.fill('ramen #food');
  await bothShow('ramen #food');
  await page.getByText('Results for "ramen #food" (1 found)').waitFor();
  await box.fill('ramen has:link');
  await bothShow('ramen has:link');
  await page.getByText('Results for "ramen has:link" (0 found)').waitFor();
  await page.getByRole('button', { name: 'Links', pressed: true }).click();
  await bothShow('ramen');
  await page.getByRole('combobox', { name: 'Boards' }).selectOption('#food');
  await page.getByText('Results for "ramen #food" (1 found)').waitFor();
  await page.getByRole('button', { name: 'Remove #food' }).click();
  await bothShow('ramen');

  await sidebar.getByRole('link', { name: 'All Texts' }).click();
  await page.waitForURL('**/all-texts');
  await sidebar.getByRole('button', { name: 'Search', exact: true }).waitFor();
  expect(await box.count()).toBe(0);
  await page.goBack();
  await bothShow('ramen');
  await sidebar.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('heading', { name: 'Search Messages' }).waitFor();
  await bothShow('');
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.goBack();
  await page.waitForURL('**/tag/food');
  await until(async () => (await box.inputValue()) === '');

  // a search that still waits for a pause in typing does not open the search page again after the person has
  // left it
  await page.keyboard.press('/');
  await box.fill('tulips');
  await page.keyboard.press('Enter');
  await page.getByText('Results for "tulips" (0 found)').waitFor();
  await field.fill('tulips in');
  await page.getByRole('link', { name: 'Tagline, home' }).click();
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  const nextPoll = page.waitForRequest(/boards\.tags/); // this poll comes after the pause in typing
  await pollNow(page);
  await nextPoll;
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a search without results speaks of chips only if there are some', async () => {
  const { page } = await visit('/search?q=ramen');
  await page.getByText('Try fewer or other words.').waitFor();
  await page.goto('/search?q=ramen+has%3Aphoto');
  await page.getByText('Try fewer or other words, or take a chip away.').waitFor();
});
