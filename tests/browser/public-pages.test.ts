import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { OpenBoard } from '../../src/contract/pages';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { sunset } from '../support/pictures';
import { type TestServer, until } from '../support/server';
import { FAILED_REQUEST, sees, startServer, visit } from '../support/visit';

async function recipes(server: TestServer) {
  const { client } = await shareBoard(server, 'recipes', ann, bob);
  const files = new FormData();
  files.append('files', new File([sunset(900, 600)], 'view.png', { type: 'image/png' }));
  const { body } = await client.send<{ id: number }[]>('/api/media', { method: 'POST', body: files });
  await client.post('/api/messages', {
    content: 'Lemon cake\n\nThree eggs, two lemons: https://example.com/cake',
    tags: ['recipes'],
    mediaIds: body.map(({ id }) => id),
  });
  await server.text(bob, 'Leek soup, for #recipes');
  return client;
}

const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Actions for #recipes' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

test('an owner publishes a board, a member agrees, and it ends by a second click', async () => {
  const { page, dialog, server, looksRightEverywhere } = await visit('/tag/shared/recipes', {
    before: recipes,
  });
  await menu(page, 'Publish...');
  await dialog.getByRole('combobox', { name: 'Licence' }).selectOption('CC BY 4.0');
  await looksRightEverywhere('publish');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const address = dialog.getByRole('textbox', { name: 'Address of the page' });
  const url = await address.inputValue();
  await looksRightEverywhere('published');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Public' }).waitFor();
  await looksRightEverywhere('public-board');

  const his = await visit('/tag/shared/recipes', { server, as: bob });
  await his.page.getByRole('button', { name: 'Public' }).click();
  await his.dialog.getByRole('switch', { name: 'Show what I post here on the page' }).click();
  await sees(his.page, 'It shows now');
  expect(await (await fetch(url)).text()).toContain('Leek soup');
  await his.looksRightEverywhere('member-of-public-board');
  await his.page.goto('/profile');
  await his.page.getByRole('switch', { name: 'Show what I post on #recipes on its page' }).click();
  await sees(his.page, 'It does not show any more');
  expect(await (await fetch(url)).text()).not.toContain('Leek soup');

  await page.getByRole('button', { name: 'Public' }).click();
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  expect((await fetch(url)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Yes, unpublish' }).click();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  expect((await fetch(url)).status).toBe(404);
});

test('pages of boards and guests work without script, in all looks', async () => {
  const server = await startServer();
  const client = await recipes(server);
  const at = '/api/boards/recipes';
  const { url } = (await client.put<OpenBoard>(`${at}/page`, { licence: 'CC-BY-4.0', indexed: false })).body
    .page!;
  const { guestLinks } = (await client.post<OpenBoard>(`${at}/guest-links`, { mayPost: true, days: 7 })).body;
  const guest = guestLinks[0]!.url!;
  const pages = { 'public-page': url, 'guest-page': guest, 'no-page': `${server.publicUrl}/p/gone` };
  for (const size of ['laptop', 'phone'] as const)
    for (const scheme of ['light', 'dark'] as const) {
      const { page, looksRight } = await visit(null, {
        server,
        as: null,
        size,
        scheme,
        expected: FAILED_REQUEST,
      });
      for (const [name, address] of Object.entries(pages)) {
        await page.goto(address);
        await looksRight(name);
      }
    }
  const { page } = await visit(guest, { server, as: null, size: 'phone', script: false });
  await page.getByLabel('Your name').fill('Zoe');
  await page.getByLabel('Message').fill('Try saffron');
  await page.getByRole('button', { name: 'Post' }).click();
  await sees(page, 'Your message is on the board.', 'Try saffron', 'Guest Zoe');
  expect((await client.get('/api/messages')).text).toContain('Guest Zoe');
  await page.goto(url);
  await sees(page, '#recipes', 'Published by Ann', 'CC BY 4.0');
  const picture = page.getByRole('img', { name: 'Picture by Ann' });
  // without script, nothing in the page can wait
  await until(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  expect(await page.getByText('Try saffron').count()).toBe(0);
});

test('an owner makes a guest link and ends it, and a member lets guests read', async () => {
  const { page, dialog, server, looksRightEverywhere } = await visit('/tag/shared/recipes', {
    before: recipes,
  });
  await menu(page, 'Guest links...');
  await dialog.getByRole('combobox', { name: 'How long' }).selectOption('For a day');
  await dialog.getByRole('switch', { name: 'Guests may post' }).click();
  await dialog.getByRole('button', { name: 'Make a guest link' }).click();
  const url = await dialog.getByRole('textbox', { name: /^Guest link/ }).inputValue();
  await looksRightEverywhere('guest-links');
  const his = await visit('/tag/shared/recipes', { server, as: bob });
  await menu(his.page, 'Guests');
  await his.dialog.getByRole('switch', { name: 'Let guests read what I post here' }).click();
  await sees(his.page, 'It shows now');
  expect(await (await fetch(url)).text()).toContain('Leek soup');
  await dialog.getByRole('button', { name: /^End guest link/ }).click();
  await sees(page, 'The guest link has ended.');
  expect((await fetch(url)).status).toBe(404);
  await his.page.reload();
  await his.page.getByRole('button', { name: 'Actions for #recipes' }).click();
  await his.page.getByRole('menuitem', { name: 'Feed' }).waitFor();
  expect(await his.page.getByRole('menuitem', { name: 'Guests' }).count()).toBe(0);
});
