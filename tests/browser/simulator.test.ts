import { expect, test } from 'bun:test';
import { axeViolations, horizontalOverflow, openTab } from '../support/browser';
import { ann, bob } from '../support/cast';
import { photo } from '../support/pictures';
import { testServer, until } from '../support/server';
import { messagesOf } from '../support/texts';
import { FAILED_REQUEST } from '../support/visit';

test('texts of a simulated phone are held back and released in reverse order', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  await page.goto('/phone');
  const phone = page.getByRole('region', { name: /Bob/ });
  const write = async (body: string) => {
    await phone.getByRole('textbox').fill(body);
    await page.keyboard.press('Enter');
    await phone.getByRole('log').getByText(body).waitFor();
  };
  await phone.getByRole('button', { name: 'Carrier of Bob' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Are held back' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await tab.screenshot('carrier');
  await page.keyboard.press('Escape');
  await write('First');
  await write('Second');
  expect(messagesOf(server.app, bob)).toEqual([]);
  await phone.getByText('On its way').waitFor();
  await phone.getByRole('button', { name: 'Carrier of Bob' }).click();
  await page.getByRole('menuitem', { name: 'Let 2 through, last one first' }).click();
  await until(() => messagesOf(server.app, bob).length === 2);
  expect(messagesOf(server.app, bob)).toEqual(['Second', 'First']);
  expect(await horizontalOverflow(page)).toBe(0);
}, 60_000);

test('a local number opens its phone, and a photo chosen twice is sent once', async () => {
  await using server = await testServer({ env: { DEFAULT_COUNTRY: 'GB' } });
  await using tab = await openTab(server.publicUrl, { expected: FAILED_REQUEST });
  const { page } = tab;
  await page.goto('/phone?number=07911%20123456'); // the sign-in page links here, with what was typed
  const phone = page.getByRole('region', { name: '+447911123456' });
  const picture = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(await photo(64, 48)) };
  for (let times = 0; times < 2; times++) await phone.locator('input[type=file]').setInputFiles(picture);
  await phone.getByRole('button', { name: 'Send from' }).click();
  await phone.getByRole('img', { name: 'Attachment 1' }).waitFor();
  expect(await phone.getByRole('img', { name: /^Attachment/ }).count()).toBe(1);
  await page.getByRole('textbox', { name: 'Add a test number' }).fill('123');
  await page.keyboard.press('Enter');
  await page.getByText('That is not a phone number.').first().waitFor();
});

test('a text that is lost on the way never shows on the phone', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl, { size: 'phone', scheme: 'dark' });
  const { page } = tab;
  await page.goto('/phone');
  await page.getByRole('button', { name: 'Carrier of Ann' }).click();
  await page.getByRole('menuitemradio', { name: 'Get lost on the way' }).click();
  await tab.screenshot('carrier');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Text message from Ann' }).fill('Hello');
  await page.keyboard.press('Enter');
  await until(() => server.received(ann.phone).length > 0); // the carrier has accepted the welcome text
  await page.reload();
  await page.getByRole('log').getByText('Hello').waitFor();
  expect(await page.getByRole('log').getByText('Welcome').count()).toBe(0);
  await page.getByRole('button', { name: 'Carrier of Ann' }).click();
  expect(
    await page.getByRole('menuitemradio', { name: 'Get lost on the way' }).getAttribute('aria-checked'),
  ).toBe('true');
}, 60_000);
