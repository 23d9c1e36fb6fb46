import { expect, test } from 'bun:test';
import { openTab } from '../support/browser';
import { ann } from '../support/cast';
import { fillHousehold } from '../support/household';
import { testServer } from '../support/server';
import { smallTargets } from '../support/touch';
import { visit } from '../support/visit';
import { VIEWS, waitUntilReady } from './views';

test('every control of every screen and dialog is a target of 44 pixels on a phone', async () => {
  await using server = await testServer();
  const cookies = [...(await fillHousehold(server)).ann.cookies];
  await using tab = await openTab(server.publicUrl, { size: 'phone' });
  const { page, context } = tab;
  await context.grantPermissions(['clipboard-write']);
  // leaves out the page of the API, which has only links in lists of text, and the toast, which covers a part
  // of the menu
  for (const { name, path, stranger, open, ready } of VIEWS.filter(
    ({ name }) => name !== 'api-docs' && name !== 'toast',
  )) {
    await page.goto('about:blank'); // a page that polls would report the missing session as an error
    await context.clearCookies();
    if (!stranger) await tab.setCookies(cookies);
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await open?.(page);
    await waitUntilReady(page, ready);
    expect({ name, small: await smallTargets(page) }).toEqual({ name, small: [] });
  }
}, 300_000);

test('on a phone Add Card floats at the thumb and hides nothing of the last card', async () => {
  await using server = await testServer();
  await fillHousehold(server);
  await using tab = await visit(server, ann, '/tag/private/food', { size: 'phone' });
  const { page } = tab;
  const add = page.getByRole('button', { name: 'Add Card' });
  await page.getByRole('article').first().waitFor();
  expect(await add.boundingBox()).toEqual({ x: 318, y: 772, width: 56, height: 56 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = (await page.getByRole('article').last().boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(772);

  await add.tap();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Dumplings');
  await page.getByRole('button', { name: 'Add Message' }).tap();
  const toast = page.locator('li[role=status], ol li').filter({ hasText: 'Message added' }).first();
  await toast.waitFor();
  const box = (await toast.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(772);

  // what can be done with the board is in a menu
  await page.getByRole('button', { name: 'Actions for #food' }).tap();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Search #food',
    'Rename',
    'Invite',
    'Delete',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
});
