import { expect, test } from 'bun:test';
import { fillHousehold } from '../support/household';
import { until } from '../support/server';
import { visit } from '../support/visit';

test('on a phone Add Card floats at the thumb and hides nothing of the last card', async () => {
  const { page, dialog } = await visit('/tag/private/food', { before: fillHousehold, size: 'phone' });
  const add = page.getByRole('button', { name: 'Add Card' });
  await page.getByRole('article').first().waitFor();
  expect(await add.boundingBox()).toEqual({ x: 318, y: 772, width: 56, height: 56 });
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = (await page.getByRole('article').last().boundingBox())!;
    return last.y + last.height <= 772;
  });

  await add.tap();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Dumplings');
  await page.getByRole('button', { name: 'Add Message' }).tap();
  const toast = page.locator('li[role=status], ol li').filter({ hasText: 'Message added' }).first();
  await toast.waitFor();
  const box = (await toast.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(772);

  await page.getByRole('button', { name: 'Actions for #food' }).tap();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  const items = await page.getByRole('menuitem').allTextContents();
  expect(items).toEqual(['Search #food', 'Rename', 'Invite', 'Delete']);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
});
