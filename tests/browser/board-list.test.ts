import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { png } from '../support/pictures';
import { until } from '../support/server';
import { chooseOnCard, pollNow, sees, submit, untilFocused, visit } from '../support/visit';

/** What can be done with the list of a board (docs/product/board-list.md). */

const contents = (page: Page) =>
  page
    .locator('article')
    .evaluateAll((cards) =>
      cards.map((card) => /Lamp|Sofa|Chair|Desk/.exec(card.textContent ?? '')?.[0] ?? '?'),
    );

const cardOf = (page: Page, text: string) => page.locator('article').filter({ hasText: text });

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();

test('what a member pins stands first with a pin, for all members, until it is unpinned', async () => {
  const { page, server, looksRightEverywhere } = await visit(null, { expected: [/status of 404/] });
  await shareBoard(server, 'house', ann, bob);
  for (const text of ['Lamp', 'Sofa', 'Chair']) await server.text(ann, `${text} #house`);
  await page.goto('/tag/shared/house');
  await cardOf(page, 'Lamp').waitFor();
  expect(await contents(page)).toEqual(['Chair', 'Sofa', 'Lamp']);
  const his = await visit('/tag/shared/house', { server, as: bob, size: 'phone', fakeClock: true });
  await chooseOnCard(page, 'Pin to the top', cardOf(page, 'Lamp'));
  await sees(page, 'Pinned');
  expect(await contents(page)).toEqual(['Lamp', 'Chair', 'Sofa']);
  await cardOf(page, 'Lamp').getByRole('img', { name: 'Pinned' }).waitFor();
  await pollNow(his.page);
  await cardOf(his.page, 'Lamp').getByRole('img', { name: 'Pinned' }).waitFor();
  await server.text(ann, 'Desk #house');
  await cardOf(page, 'Desk').waitFor();
  expect(await contents(page)).toEqual(['Lamp', 'Desk', 'Chair', 'Sofa']);
  await looksRightEverywhere('pinned');
  await chooseOnCard(his.page, 'Unpin', cardOf(his.page, 'Lamp'));
  await until(async () => (await contents(page)).join() === 'Desk,Chair,Sofa,Lamp');
  await undo(his.page);
  await until(async () => (await contents(page))[0] === 'Lamp');
});

test('tabs show the photos, links, files and what is open, also after a reload', async () => {
  const { page, server, looksRightEverywhere } = await visit(null, {
    texts: ['Lamp #house', 'Sofa https://sofa.example #house'],
    expected: [/Failed to load resource/],
  });
  const form = new FormData();
  form.append('file', new Blob([png(400, 300)], { type: 'image/png' }), 'chair.png');
  form.append('file', new Blob(['Dear parents'], { type: 'application/pdf' }), 'school-letter.pdf');
  const client = server.as(ann);
  const { body } = await client.send<{ id: number }[]>('/api/media', { method: 'POST', body: form });
  for (const [n, content] of ['Chair #house', 'Desk #house'].entries())
    await client.post('/api/messages', { content, mediaIds: [body[n]!.id] });
  await page.goto('/tag/private/house');
  const tabs = page.getByRole('navigation', { name: 'Parts of the board' });
  const open = (tab: string) => tabs.getByRole('link', { name: tab }).click();
  const shows = (...texts: string[]) => until(async () => (await contents(page)).join() === texts.join());
  await shows('Desk', 'Chair', 'Sofa', 'Lamp');
  await open('Photos');
  await shows('Chair');
  expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['Photos']);
  await open('Links');
  await shows('Sofa');
  await open('Files');
  await shows('Desk');
  await cardOf(page, 'Desk').getByRole('link', { name: 'school-letter.pdf PDF document' }).waitFor();
  await page.reload();
  await shows('Desk');
  await looksRightEverywhere('tab-files');
  await open('Open');
  await sees(page, 'Nothing is open here');
  await page.getByRole('link', { name: 'Show all messages' }).press('Enter');
  await chooseOnCard(page, 'Remind me', cardOf(page, 'Lamp'));
  await page.getByRole('dialog').getByRole('button', { name: 'Set Reminder' }).waitFor();
  await page.keyboard.press('Escape');
});

test('several messages are moved, tagged and deleted together, and all of it is undone', async () => {
  const { page, dialog, server, looksRightEverywhere, context } = await visit('/tag/private/house', {
    texts: ['Lamp #house', 'Sofa #house #red', 'Chair #house'],
    expected: [/Failed to fetch|ERR_INTERNET_DISCONNECTED|Failed to load resource/],
  });
  const shows = (...texts: string[]) => until(async () => (await contents(page)).join() === texts.join());
  const bar = page.getByRole('toolbar', { name: 'Selected messages' });
  const start = async () => {
    await chooseOnCard(page, 'Select', cardOf(page, 'Lamp'));
    await cardOf(page, 'Sofa').getByRole('checkbox').press('Space');
    await sees(bar, '2 selected');
  };
  await shows('Chair', 'Sofa', 'Lamp');
  await start();
  await looksRightEverywhere('selection');
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await cardOf(page, 'Chair')
    .getByRole('button', { name: /^Actions/ })
    .focus();
  await page.keyboard.press('x');
  await sees(bar, '1 selected');
  await cardOf(page, 'Chair').click();
  await sees(bar, '0 selected');
  await page.keyboard.press('Escape');

  await start();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await submit(dialog, 'Delete');
  await shows('Chair');
  await sees(page, '2 messages deleted');
  await undo(page);
  await shows('Chair', 'Sofa', 'Lamp');

  await start();
  await bar.getByRole('button', { name: 'Move' }).click();
  await dialog.getByLabel('Add new hashtag').fill('attic');
  await sees(dialog, 'The messages leave #house.');
  await submit(dialog, 'Move');
  await shows('Chair');
  const tagsOf = async () =>
    (await server.as(ann).get<{ content: string; tags: string[] }[]>('/api/messages')).body
      .slice(1)
      .map(({ tags }) => tags.join());
  expect(await tagsOf()).toEqual(['red,attic', 'attic']);
  await undo(page);
  await shows('Chair', 'Sofa', 'Lamp');
  await until(async () => (await tagsOf()).join(' ') === 'house,red house');

  await start();
  await context.setOffline(true);
  await bar.getByRole('button', { name: 'Tag' }).click();
  await dialog.getByLabel('Add new hashtag').fill('blue');
  await submit(dialog, 'Add Tags');
  await sees(page, 'Will be sent');
  await context.setOffline(false);
  await until(async () => (await tagsOf()).join(' ') === 'house,red,blue house,blue');
});

test('stored files are taken off, moved and added in Edit, and Undo brings them back', async () => {
  const { page, dialog, server, looksRightEverywhere } = await visit(null);
  const form = new FormData();
  for (const name of ['one.png', 'two.png'])
    form.append('file', new Blob([png(400, 300)], { type: 'image/png' }), name);
  form.append('file', new Blob(['Dear parents'], { type: 'application/pdf' }), 'school-letter.pdf');
  const client = server.as(ann);
  const { body } = await client.send<{ id: number }[]>('/api/media', { method: 'POST', body: form });
  const { id } = (
    await client.post<{ id: number }>('/api/messages', {
      content: 'Lamp #house',
      mediaIds: body.map(({ id }) => id),
    })
  ).body;
  const names = async () =>
    (await client.get<{ media: { name: string }[] }>(`/api/messages/${id}`)).body.media.map(
      ({ name }) => name,
    );
  await page.goto('/tag/private/house');
  await chooseOnCard(page, 'Edit');
  const files = dialog.getByRole('list', { name: 'Files' });
  const up = files.getByRole('button', { name: 'Move school-letter.pdf up' });
  await up.press('Enter');
  await untilFocused(up);
  await page.keyboard.press('Enter');
  await untilFocused(files.getByRole('button', { name: 'Move school-letter.pdf down' }));
  await files.getByRole('button', { name: 'Remove one.png' }).click();
  await dialog.getByLabel('Photos and files').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Notes'),
  });
  await files.getByText('notes.txt').waitFor();
  await looksRightEverywhere('edit-files');
  await submit(dialog, 'Save Changes');
  expect(await names()).toEqual(['school-letter.pdf', 'two.png', 'notes.txt']);
  await cardOf(page, 'Lamp').getByText('notes.txt').waitFor();
  await undo(page);
  await until(async () => (await names()).join() === 'one.png,two.png,school-letter.pdf');
});

test('an archived board leaves menu and dashboard, and comes back by its menu', async () => {
  const { page, main, sidebar, looksRightEverywhere } = await visit('/tag/private/house', {
    texts: ['Lamp #garden', 'Sofa #house'],
  });
  const choose = async (item: string) => {
    await main.getByRole('button', { name: /^(More|Actions) for #house/ }).click();
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await choose('Archive');
  await sees(page, '#house is archived');
  await sidebar.getByRole('link', { name: 'house' }).waitFor({ state: 'detached' });
  await page.goto('/');
  await main.getByRole('link', { name: '#garden' }).waitFor();
  expect(await main.getByRole('link', { name: '#house' }).count()).toBe(0);
  await main.getByText('Archived', { exact: true }).click();
  await main.getByRole('link', { name: '#house' }).waitFor();
  await looksRightEverywhere('archived');
  await main.getByRole('link', { name: '#house' }).click();
  await choose('Take out of the archive');
  await sidebar.getByRole('link', { name: 'house' }).waitFor();
  await page.goto('/search?q=sofa');
  await cardOf(page, 'Sofa').waitFor();
});
