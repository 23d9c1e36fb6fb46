import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { holdAnswers, whileCallsFail } from '../support/browser';
import { ann } from '../support/cast';
import { photo } from '../support/pictures';
import { until } from '../support/server';
import { FAILED_REQUEST, sees, untilFocused, visit } from '../support/visit';

const field = (page: Page) => page.getByRole('textbox', { name: 'Write to #food' });

test('what is written below a board is on it at once, one message after the other', async () => {
  const { server, page, dialog } = await visit('/tag/private/food', {
    texts: ['Ramen #food'],
    expected: FAILED_REQUEST,
  });
  await field(page).fill('Half a th');
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await page.reload();
  expect(await field(page).inputValue()).toBe('Half a th');
  await field(page).press('End');
  await page.keyboard.type('ought');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('in two lines');
  await page.getByText('Goes to #food').waitFor();
  const { release } = await holdAnswers(page, 'messages.add');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The next one'); // the first is not answered yet
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('Half a thought').waitFor();
  release();
  const sent = ['The next one', 'Half a thought\nin two lines', 'Ramen #food'];
  await until(async () => `${(await server.messagesOf(ann)).map(({ content }) => content)}` === `${sent}`);
  expect(await field(page).inputValue()).toBe('');

  // a refusal brings the text back, before what was written meanwhile
  const written = Promise.withResolvers<void>();
  const refuse = async () => {
    await field(page).fill('Not yet');
    await page.keyboard.press('Enter');
    await page.keyboard.type('and more');
    written.resolve();
    await sees(page, 'Failed to add message');
  };
  await whileCallsFail(page, 'messages.add', refuse, async (route) => {
    await written.promise;
    await route.fulfill({ status: 500 });
  });
  await until(async () => (await field(page).inputValue()) === 'Not yet\nand more');

  // the dialog goes on with the same draft
  await page.getByRole('button', { name: 'Add Card' }).click();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('From the dialog');
  await page.keyboard.press('Escape');
  expect(await field(page).inputValue()).toBe('From the dialog');
});

test('a file dropped or pasted anywhere is attached; boards and a reminder are behind icons', async () => {
  const { server, page, looksRightEverywhere } = await visit('/tag/private/food', { texts: ['Ramen #food'] });
  const bytes = [...(await photo(64, 48))];
  await page.getByRole('article').first().waitFor();
  for (const kind of ['paste', 'drop'] as const)
    await page
      .evaluate(
        ([kind, bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(bytes)], `${kind}.jpg`, { type: 'image/jpeg' }));
          const options = { bubbles: true, cancelable: true };
          const target = document.querySelector('article')!;
          if (kind === 'drop') target.dispatchEvent(new DragEvent('dragenter', options));
          const give = () =>
            target.dispatchEvent(
              kind === 'paste'
                ? new ClipboardEvent('paste', { ...options, clipboardData: data })
                : new DragEvent('drop', { ...options, dataTransfer: data }),
            );
          give();
        },
        [kind, bytes] as const,
      )
      .then(() => page.getByRole('button', { name: `Remove ${kind}.jpg` }).waitFor());
  await until(async () => (await page.locator('progress').count()) === 0);
  await page.getByRole('button', { name: 'Boards', exact: true }).click();
  await page.getByLabel('Add new hashtag').fill('Trip');
  await page.keyboard.press('Enter');
  await page.getByText('Goes to #trip').first().waitFor();
  await looksRightEverywhere('composer-boards');
  await page.getByRole('button', { name: 'Remind me', exact: true }).click();
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await server.messagesOf(ann)).length === 2);
  const [message] = await server.messagesOf(ann);
  expect(message).toMatchObject({ content: '', tags: ['trip'], remindAt: expect.any(String) });
  expect(message?.media).toHaveLength(2);
});

test('no key is lost between a shortcut and its field', async () => {
  const { page } = await visit('/tag/private/food', { texts: ['Ramen #food', 'Soup #cooking'] });
  await page.getByRole('article').first().waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/{CommandBar,Composer}-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cookinh');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('g');
  await page.keyboard.press('Enter');
  held.resolve();
  await page.waitForURL('**/tag/private/cooking');
  const cooking = page.getByRole('textbox', { name: 'Write to #cooking' });
  await cooking.waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('buy milk');
  await until(async () => (await cooking.inputValue()) === 'buy milk');
});

test('cards are reached by few Tabs, and by J and K; R answers, E edits, G B finds a board', async () => {
  const { page, dialog } = await visit('/tag/private/food', { texts: ['Ramen #food', 'Dumplings #food'] });
  await page.getByRole('article').first().waitFor();
  const inCard = () => page.evaluate(() => Boolean(document.activeElement?.closest('article')));
  let tabs = 0;
  for (; !(await inCard()) && tabs < 20; tabs++) await page.keyboard.press('Tab');
  expect(tabs).toBeLessThan(10);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  const focusedCard = () =>
    page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '');
  await page.keyboard.press('j');
  expect(await focusedCard()).toContain('Dumplings');
  await page.keyboard.press('j');
  expect(await focusedCard()).toContain('Ramen');
  await page.keyboard.press('k');
  expect(await focusedCard()).toContain('Dumplings');
  await page.keyboard.press('r');
  await page.keyboard.type('Seven');
  const answer = page.getByRole('textbox', { name: 'Reply to Ann Lee' });
  await until(async () => (await answer.inputValue()) === 'Seven');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  const edited = dialog.getByRole('textbox', { name: 'Message', exact: true });
  await untilFocused(edited);
  expect(await edited.inputValue()).toContain('Dumplings');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.getByRole('option', { name: 'food Private Board' }).waitFor();
});
