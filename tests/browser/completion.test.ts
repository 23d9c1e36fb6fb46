import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { axeViolations, LOOKS, type Tab } from '../support/browser';
import { ann, bob } from '../support/cast';
import type { Client } from '../support/client';
import { type TestServer, testServer, until } from '../support/server';
import { visit } from '../support/visit';

async function withBoards(server: TestServer) {
  const client = await server.introduce(ann);
  await server.introduce(bob);
  await server.text(ann, 'Ramen #food');
  await server.text(ann, 'Novel #books');
  await client.post('/api/shared-boards', { name: 'house' });
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  return client;
}

/** Opening a dialog in this tab is faster than loading a page. */
let server: TestServer;
let client: Client;
let shared: Tab;
beforeAll(async () => {
  server = await testServer();
  client = await withBoards(server);
  shared = await visit(server, ann, '/all-texts');
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function openAdd(page: Page = shared.page) {
  const dialog = page.getByRole('dialog');
  for (let layers = 2; layers > 0 && (await dialog.isVisible()); layers--)
    await page.keyboard.press('Escape'); // closes the list of boards before the dialog
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add Card' }).first().click();
  await dialog.getByLabel('Message', { exact: true }).fill('');
  await dialog.getByPlaceholder('Add new hashtag...').fill('');
  const list = page.getByRole('listbox', { name: 'Boards' });
  return {
    dialog,
    text: dialog.getByLabel('Message', { exact: true }),
    tag: dialog.getByPlaceholder('Add new hashtag...'),
    list,
    options: async () => {
      await list.waitFor();
      return list
        .getByRole('option')
        .allInnerTexts()
        .then((all) => all.map((text) => text.replace(/\s+/g, ' ').trim()));
    },
  };
}

test('while no board is chosen, Enter makes a new line and Tab leaves the field', async () => {
  const { text, list } = await openAdd();
  await text.pressSequentially('#foo');
  await list.waitFor();
  await text.press('Enter');
  expect(await text.inputValue()).toBe('#foo\n');
  await text.pressSequentially('#boo');
  await list.waitFor();
  await text.press('Tab');
  expect(await text.inputValue()).toBe('#foo\n#boo');
  expect(await text.evaluate((field) => field === document.activeElement)).toBe(false);
  await list.waitFor({ state: 'hidden' });
});

test('Escape first closes only the list, and then the dialog', async () => {
  const { text, tag, list, dialog } = await openAdd();
  for (const [field, typed] of [
    [text, 'Soup #fo'],
    [tag, 'fo'],
  ] as const) {
    await field.pressSequentially(typed);
    await list.waitFor();
    await field.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect([await field.inputValue(), await dialog.isVisible()]).toEqual([typed, true]);
  }
  await tag.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('the tag field adds a board chosen from the list, or a new board', async () => {
  const { tag, list, options, dialog } = await openAdd();
  await tag.press('ArrowDown');
  expect(await options()).toHaveLength(3);
  await tag.pressSequentially('fo');
  await tag.press('ArrowDown');
  await tag.press('Enter');
  await dialog.getByRole('button', { name: 'Remove food' }).waitFor();
  expect(await tag.inputValue()).toBe('');
  await tag.pressSequentially('foo');
  expect(await options()).toEqual(['New board #foo only you']);
  await tag.press('Enter');
  await dialog.getByRole('button', { name: 'Remove foo', exact: true }).waitFor();
  await list.waitFor({ state: 'hidden' });
});

test('a tap picks a board; the list fits on the screen and is accessible', async () => {
  for (const look of LOOKS) {
    await using tab = await visit(server, ann, '/all-texts', look);
    const { text, list } = await openAdd(tab.page);
    await text.pressSequentially('Soup #o');
    await list.waitFor();
    const box = (await list.boundingBox())!;
    const field = (await text.boundingBox())!;
    const { width, height } = tab.page.viewportSize()!;
    expect(box.x).toBeGreaterThanOrEqual(field.x - 1);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y).toBeGreaterThan(field.y);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    await text.press('ArrowDown');
    expect(await axeViolations(tab.page)).toEqual([]);
    await tab.screenshot('tag-completion');
    const option = list.getByRole('option', { name: '#food (1) only you' });
    if (look.size === 'phone') {
      expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await option.tap();
    } else await option.click();
    expect(await text.inputValue()).toBe('Soup #food ');
    expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
  }
});

test('a hashtag in a text is completed by keyboard, and undone by the browser', async () => {
  const { text, list, options, dialog } = await openAdd();
  await text.pressSequentially('Soup #o');
  expect((await options()).sort()).toEqual([
    '# #books (1) only you',
    '# #food (1) only you',
    '#house (0) 1 person',
    'New board #o only you',
  ]);
  await shared.page.getByText('4 boards to choose from with the arrow keys.').waitFor({ state: 'attached' });
  await text.press('Backspace');
  await text.pressSequentially('foo');
  await text.press('ArrowDown');
  const active = await text.getAttribute('aria-activedescendant');
  expect(await shared.page.locator(`[id="${active}"]`).textContent()).toContain('#food');
  await text.press('Enter');
  expect(await text.inputValue()).toBe('Soup #food ');
  await list.waitFor({ state: 'hidden' });
  await text.press('Control+z');
  await until(async () => (await text.inputValue()) === 'Soup #foo');
  await text.press('Control+Shift+z');
  await until(async () => (await text.inputValue()) === 'Soup #food ');

  await text.pressSequentially('and #hou');
  await text.press('ArrowDown');
  await text.press('Tab');
  expect(await text.inputValue()).toBe('Soup #food and #house ');
  await dialog.getByRole('button', { name: 'Add Message' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await client.get<{ tags: string[] }[]>('/api/messages')).body[0]?.tags).toEqual(['food', 'house']);
});

test('keys that belong to an input method do not control the list', async () => {
  await server.text(ann, 'Sushi #食事');
  const { text, options } = await openAdd();
  await text.pressSequentially('#');
  const cdp = await shared.context.newCDPSession(shared.page);
  await cdp.send('Input.imeSetComposition', { text: '食', selectionStart: 1, selectionEnd: 1 });
  await until(async () => (await options())[0]?.includes('#食事') === true);
  const isTaken = await text.evaluate((field) => {
    const event = new KeyboardEvent('keydown', {
      key: 'ArrowDown',
      isComposing: true,
      bubbles: true,
      cancelable: true,
    });
    field.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(isTaken).toBe(false);
  expect(await text.getAttribute('aria-activedescendant')).toBeNull();
  await cdp.send('Input.insertText', { text: '食' });
  await text.press('ArrowDown');
  await text.press('Enter');
  expect(await text.inputValue()).toBe('#食事 ');
});

test('a search completes the tags of boards and offers no new one', async () => {
  await shared.page.goto('/search');
  const field = shared.page.getByRole('main').getByRole('combobox', { name: 'Search all messages' });
  await field.pressSequentially('ramen #fo');
  const list = shared.page.getByRole('listbox', { name: 'Boards' });
  await list.waitFor();
  expect(await list.getByRole('option').count()).toBe(1);
  await field.press('ArrowDown');
  await field.press('Enter');
  expect(await field.inputValue()).toBe('ramen #food ');
  await shared.page.getByRole('main').getByRole('article').getByText('Ramen').waitFor();
});
