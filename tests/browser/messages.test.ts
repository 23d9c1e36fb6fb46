import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdAnswers } from '../support/browser';
import { ann } from '../support/cast';
import { photo } from '../support/pictures';
import { until } from '../support/server';
import {
  chooseOnCard,
  clickInVain,
  confirmDialogOnce,
  FAILED_REQUEST,
  focusedName,
  NO_BOARD,
  sees,
  submit,
  visit,
} from '../support/visit';

test('a message is added to chosen boards, and its draft survives failures', async () => {
  const { server, page, dialog } = await visit('/all-texts', { expected: FAILED_REQUEST });
  await page.getByRole('button', { name: 'Add Card' }).click();
  await sees(dialog, 'Add to Tagline', 'Message', 'Boards:', 'Add new hashtag...', 'Cancel');
  const text = dialog.getByLabel('Message', { exact: true });
  expect(await dialog.getByRole('button', { name: 'Add Message' }).isDisabled()).toBe(true);
  await text.press('Control+Enter');
  await sees(page, 'Message required', 'Please enter a message.');
  // so that Arabic is shown from right to left
  expect(await text.evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext');
  await text.fill('Dumplings by the station');
  const tag = dialog.getByPlaceholder('Add new hashtag...');
  await tag.fill('##Week End');
  await tag.press('Enter');
  await dialog.getByText('#week-end', { exact: true }).waitFor();
  await tag.fill('week end');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await sees(page, 'Duplicate Tag', 'This hashtag is already added.');
  expect(await tag.inputValue()).toBe('');
  await tag.fill('food');
  await tag.press('Enter');
  await dialog.getByRole('button', { name: 'Remove week-end' }).click();

  await page.reload();
  await page.getByRole('button', { name: 'Add Card' }).click();
  expect(await text.inputValue()).toBe('Dumplings by the station');
  await tag.fill('food');
  await tag.press('Enter');
  const add = dialog.getByRole('button', { name: 'Add Message' });
  await clickInVain(page, 'messages.add', add, 'Error', 'Failed to add message');
  expect(await page.getByRole('article').count()).toBe(0);
  await confirmDialogOnce(page, 'messages.add', ['Add Message', 'Adding...']);
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Dumplings by the station').waitFor();
  expect(await server.messagesOf(ann)).toMatchObject([{ tags: ['food'], source: 'ui' }]);
  await until(async () => (await focusedName(page)) === 'Add Card');
});

test('photos are picked, pasted and dropped, and shown on the card', async () => {
  const { server, page, dialog } = await visit('/tag/private/trip', { expected: [NO_BOARD] });
  await page.getByRole('button', { name: 'Add Card' }).click();
  const buffer = Buffer.from(await photo(640, 480));
  const released = Promise.withResolvers<void>();
  let uploads = 0;
  await page.route('**/api/media', async (route) => {
    uploads++;
    await released.promise;
    await route.continue();
  });
  await dialog.getByLabel('Photos and files').setInputFiles([
    { name: 'ferry.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'given-up.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'mia.vcf', mimeType: 'text/vcard', buffer: Buffer.from('BEGIN:VCARD\nFN:Mia Chen\n') },
  ]);
  await dialog.getByLabel('Uploading ferry.jpg').waitFor();
  await dialog.getByLabel('Uploading mia.vcf').waitFor();
  await dialog.getByRole('button', { name: 'Remove given-up.jpg' }).click();
  expect(uploads).toBe(1); // files are uploaded one after the other
  expect(await dialog.getByRole('button', { name: 'Add Message' }).isDisabled()).toBe(true);
  released.resolve();
  await dialog.getByLabel('Uploading ferry.jpg').waitFor({ state: 'detached' });
  for (const kind of ['paste', 'drop'] as const)
    await dialog.getByLabel('Message', { exact: true }).evaluate(
      (field, [kind, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], `${kind}.jpg`, { type: 'image/jpeg' }));
        const options = { bubbles: true, cancelable: true };
        field.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data }),
        );
      },
      [kind, [...buffer]] as const,
    );
  const prevented = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'beside.jpg'));
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
    document.body.dispatchEvent(drop);
    return drop.defaultPrevented;
  });
  expect(prevented).toBe(true); // otherwise the browser would leave the app and open the file
  const heic = readFileSync(join(import.meta.dir, '../media/iphone.heic'));
  await dialog
    .getByLabel('Photos and files')
    .setInputFiles([{ name: 'iphone.heic', mimeType: 'image/heic', buffer: heic }]);
  const converted = dialog.getByRole('img', { name: 'iphone.heic' });
  await converted.waitFor(); // shown once the server has converted it: Chromium cannot decode HEIC
  await until(() => converted.evaluate((image: HTMLImageElement) => image.naturalWidth === 64));
  await dialog.getByRole('button', { name: 'Remove iphone.heic' }).click();
  await until(async () => (await dialog.getByRole('listitem').count()) === 4);
  await dialog.getByRole('button', { name: 'Remove drop.jpg' }).click();
  await until(async () => (await dialog.locator('progress').count()) === 0);
  await submit(dialog, 'Add Message');
  const card = page.getByRole('article');
  await card.getByText('Mia Chen').waitFor();
  expect(await card.getByRole('img', { name: /Attachment/ }).count()).toBe(2);
  const [message] = await server.messagesOf(ann);
  expect(message).toMatchObject({ content: '', tags: ['trip'] });
  await card.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Copy text' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(message?.media.map(({ type }) => type.split('/')[0])).toEqual(['image', 'text', 'image']);
  expect(message?.media[0]?.width).toBe(640);

  // words are added to the photos, removed again, and restored by Undo
  for (const words of ['The ferry', '']) {
    await chooseOnCard(page, 'Edit');
    await dialog.getByLabel('Message', { exact: true }).fill(words);
    await submit(dialog, 'Save Changes');
    await until(async () => (await server.messagesOf(ann))[0]?.content === words);
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.getByText('The ferry').waitFor();
});

test('a message is edited, restored by Undo, tagged, copied and deleted', async () => {
  const { server, page, dialog } = await visit('/all-texts', {
    texts: ['Try the ramen place #food'],
    expected: FAILED_REQUEST,
  });
  const tagsAre = (tags: string) =>
    until(async () => (await server.messagesOf(ann))[0]?.tags.join() === tags);

  await chooseOnCard(page, 'Edit');
  await sees(dialog, 'Edit Message');
  const text = dialog.getByLabel('Message', { exact: true });
  await text.fill('  ');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await sees(page, 'Content Required', 'Message content cannot be empty.');
  const tag = dialog.getByPlaceholder('Add new hashtag...');
  await tag.fill('#?!');
  await tag.press('Enter');
  await sees(page, 'Invalid Hashtag', 'Hashtag must contain at least one letter or number.');
  await text.fill('Try the ramen place, go early #trip');
  await dialog.getByText('Goes to #food, #trip').waitFor();
  const failure = 'There was an error updating your message. Please try again.';
  const saving = ['Save Changes', 'Updating...'] as const;
  await confirmDialogOnce(page, 'messages.edit', saving, 'Update Failed', failure);
  const updated = 'Your message has been successfully updated and moved to the appropriate boards.';
  await sees(page, 'Message Updated', updated);
  await page.getByText('Try the ramen place, go early', { exact: true }).waitFor();
  await tagsAre('food,trip');
  await page.getByRole('button', { name: 'Undo' }).click();
  await tagsAre('food');
  await page.getByText('go early').waitFor({ state: 'hidden' });

  await chooseOnCard(page, 'Edit');
  await dialog.getByRole('button', { name: 'Remove food' }).click();
  await dialog.getByText('Goes to #uncategorized').waitFor();
  await submit(dialog, 'Save Changes');
  await tagsAre('uncategorized');

  await chooseOnCard(page, 'Add tag');
  await sees(dialog, 'Current tag:');
  await dialog.getByPlaceholder('Add new hashtag...').fill('uncategorized');
  expect(await dialog.getByRole('button', { name: 'Add Tag' }).isDisabled()).toBe(true); // the message has this tag already
  await dialog.getByPlaceholder('Add new hashtag...').fill('later');
  await page.keyboard.press('Enter');
  await confirmDialogOnce(page, 'messages.edit', ['Add Tag', 'Updating...']);
  await tagsAre('later');

  await chooseOnCard(page, 'Copy text');
  await sees(page, 'Text copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Try the ramen place');
  await until(async () => (await focusedName(page)) === 'Actions for the message of Ann Lee');

  await chooseOnCard(page, 'Delete');
  await sees(dialog, 'Delete Message');
  await dialog.getByText('This message is deleted.').waitFor();
  await confirmDialogOnce(page, 'messages.remove', ['Delete', 'Deleting...'], 'Failed to delete message');
  await sees(page, 'Message deleted', 'The message has been permanently removed.');
  await page.getByText('No messages yet').waitFor();
  await until(async () => (await focusedName(page)) === 'main');
});

test('a list that is loading shows six placeholders', async () => {
  const { page } = await visit('/profile', { texts: ['Ramen #food'] });
  const { release } = await holdAnswers(page, 'messages.polledPage');
  await page.getByRole('link', { name: 'All Texts' }).click();
  const waiting = page.getByRole('status', { name: 'Loading messages' });
  await waiting.waitFor();
  expect(await waiting.locator('> *').count()).toBe(6);
  release();
  await page.getByText('Ramen').first().waitFor();
  expect(await waiting.count()).toBe(0);
});
