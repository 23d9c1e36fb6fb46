import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { LOOKS } from '../support/browser';
import { ann, bob } from '../support/cast';
import { shareBoard } from '../support/household';
import { until } from '../support/server';
import { beforeTests } from '../support/test-end';
import { startCard, submit, visit } from '../support/visit';

/** Opening a dialog in this tab is faster than loading a page. */
const shared = beforeTests(() =>
  visit('/all-texts', {
    texts: ['Ramen #food', 'Novel #books'],
    before: (server) => shareBoard(server, 'house', ann, bob),
  }),
);

async function openAdd({ page }: { page: Page } = shared()) {
  const dialog = page.getByRole('dialog');
  for (let layers = 2; layers > 0 && (await dialog.isVisible()); layers--)
    await page.keyboard.press('Escape'); // closes the list of boards before the dialog
  await dialog.waitFor({ state: 'hidden' });
  await startCard(page, '');
  await dialog.getByPlaceholder('Add new hashtag...').fill('');
  const list = page.getByRole('listbox', { name: 'Boards' });
  return {
    dialog,
    text: dialog.getByLabel('Message', { exact: true }),
    tag: dialog.getByPlaceholder('Add new hashtag...'),
    list,
    options: async () => {
      await list.waitFor();
      const all = await list.getByRole('option').allInnerTexts();
      return all.map((text) => text.replace(/\s+/g, ' ').trim());
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
    const { server } = shared();
    const { looksRight, page } = await visit('/all-texts', { server, ...look });
    const { text, list } = await openAdd({ page });
    await text.pressSequentially('Soup #o');
    await list.waitFor();
    const box = (await list.boundingBox())!;
    const field = (await text.boundingBox())!;
    const { width, height } = page.viewportSize()!;
    expect(box.x).toBeGreaterThanOrEqual(field.x - 1);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y).toBeGreaterThan(field.y);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    await text.press('ArrowDown');
    await looksRight('tag-completion');
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
  const { server, page } = shared();
  const { text, list, options, dialog } = await openAdd();
  await text.pressSequentially('Soup #o');
  expect((await options()).sort()).toEqual([
    '# #books (1) only you',
    '# #food (1) only you',
    '#house (0) 1 person',
    'New board #o only you',
  ]);
  await page.getByText('4 boards to choose from with the arrow keys.').waitFor({ state: 'attached' });
  await text.press('Backspace');
  await text.pressSequentially('foo');
  await text.press('ArrowDown');
  const active = await text.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain('#food');
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
  await submit(dialog, 'Add Message');
  expect((await server.messagesOf(ann))[0]?.tags).toEqual(['food', 'house']);
});

test('keys that belong to an input method do not control the list', async () => {
  const { server, page, context } = shared();
  await server.text(ann, 'Sushi #食事');
  const { text, options } = await openAdd();
  await text.pressSequentially('#');
  const cdp = await context.newCDPSession(page);
  await until(async () => {
    await cdp.send('Input.imeSetComposition', { text: '食', selectionStart: 1, selectionEnd: 1 });
    return (await options())[0]?.includes('#食事') === true;
  });
  const isTaken = await text.evaluate((field) => {
    const how = { isComposing: true, bubbles: true, cancelable: true };
    return !field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', ...how }));
  });
  expect(isTaken).toBe(false);
  expect(await text.getAttribute('aria-activedescendant')).toBeNull();
  await cdp.send('Input.insertText', { text: '食' });
  await text.press('ArrowDown');
  await text.press('Enter');
  expect(await text.inputValue()).toBe('#食事 ');
});

test('a search completes the tags of boards and offers no new one', async () => {
  const { page, main } = shared();
  await page.goto('/search');
  const field = main.getByRole('combobox', { name: 'Search all messages' });
  await field.pressSequentially('ramen #fo');
  const list = page.getByRole('listbox', { name: 'Boards' });
  await list.waitFor();
  expect(await list.getByRole('option').count()).toBe(1);
  await field.press('ArrowDown');
  await field.press('Enter');
  expect(await field.inputValue()).toBe('ramen #food ');
  await main.getByRole('article').getByText('Ramen').waitFor();
});
