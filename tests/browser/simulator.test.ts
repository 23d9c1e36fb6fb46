import { expect, test } from 'bun:test';
import { axeViolations, openTab } from '../support/browser';
import { ann, bob } from '../support/cast';
import { photo } from '../support/pictures';
import { testServer, until } from '../support/server';
import { messagesOf } from '../support/texts';
import { FAILED_REQUEST } from '../support/visit';

test('a text is on its way while the carrier holds it back', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  await page.goto('/phone');
  await server.simulator().post('/api/simulator/texts', { from: ann.phone, body: 'Hello', held: true });
  await page.getByText('On its way').waitFor();
  expect(messagesOf(server.app, ann)).toEqual([]);
  await server.simulator().post('/api/simulator/release', {});
  await page.getByText('Delivered').waitFor();
  expect(messagesOf(server.app, ann)).toEqual(['Hello']);
});

test('a local number opens its phone, and a photo chosen twice is sent once', async () => {
  await using server = await testServer({ env: { DEFAULT_COUNTRY: 'GB' } });
  await using tab = await openTab(server.publicUrl, { expected: FAILED_REQUEST });
  const { page } = tab;
  // the sign-in page links to this address, which contains the number that the person has typed
  await page.goto('/phone?number=07911%20123456');
  const phone = page.getByRole('region', { name: '+447911123456' });
  const picture = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(await photo(64, 48)) };
  for (let times = 0; times < 2; times++) await phone.locator('input[type=file]').setInputFiles(picture);
  await phone.getByRole('button', { name: 'Send from' }).click();
  await until(() => server.app.db.$client.query('select 1 from media').all().length === 1);
  // the stored text replaces the text that was just sent; in between, no photo shows for a moment
  await until(async () => (await phone.getByRole('img', { name: /^Attachment/ }).count()) === 1);
  await page.getByRole('textbox', { name: 'Add a test number' }).fill('123');
  await page.keyboard.press('Enter');
  await page.getByText('That is not a phone number.').first().waitFor();
});

test('a text that is lost on the way never shows on the phone', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl, { size: 'phone', scheme: 'dark' });
  const { page } = tab;
  await page.goto('/phone');
  const delivery = page.getByRole('combobox', { name: 'Texts to Ann' });
  await delivery.selectOption('Texts get lost on the way');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Text message from Ann' }).fill('Hello');
  await page.keyboard.press('Enter');
  await until(() => server.received(ann.phone).length > 0); // the carrier has accepted the welcome text
  await page.reload();
  await page.getByRole('log').getByText('Hello').waitFor();
  expect(await page.getByRole('log').getByText('Welcome').count()).toBe(0);
  expect(await delivery.inputValue()).toBe('unreachable');
});

test('one phone is shown, and its unsent text waits while another one is looked at', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  await page.goto(`/phone?number=${encodeURIComponent(bob.phone)}&text=Ramen%20at%207%20%23food`);
  const field = (name: string) => page.getByRole('textbox', { name: `Text message from ${name}` });
  await until(async () => (await field('Bob').inputValue()) === 'Ramen at 7 #food');
  expect(await page.getByRole('textbox', { name: /^Text message from/ }).count()).toBe(1);
  await page.waitForURL((url) => !url.searchParams.has('text'));
  await field('Bob').fill('Half a thought');
  await page.getByRole('tab', { name: 'Bob' }).press('ArrowLeft');
  await field('Ann').fill('Hello #food');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Welcome').waitFor();
  await page.getByRole('tab', { name: 'Ann' }).press('ArrowRight');
  expect(await page.locator('[role=tab]:focus').textContent()).toBe('Bob');
  expect(await field('Bob').inputValue()).toBe('Half a thought');
  await server.text(ann, 'HELLO #food');
  await page.reload();
  await until(async () => (await field('Bob').inputValue()) === 'Half a thought');
  expect(await page.getByRole('tab', { name: 'Ann' }).getAttribute('aria-selected')).toBe('false');
});

test('a dot marks the phone of somebody with a new text until it is shown', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  await page.goto('/phone');
  await page.getByRole('tab', { name: 'Ann', exact: true }).waitFor();
  await server.text(bob, 'First text');
  const marked = page.getByRole('tab', { name: 'Bob new text' });
  await marked.waitFor();
  await tab.screenshot('new-text');
  expect(await axeViolations(page)).toEqual([]);
  await marked.click();
  await page.getByRole('tab', { name: 'Bob', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('log').getByText('Welcome').waitFor();
  expect(await marked.count()).toBe(0);
});

test('a code on the phone fills the sign-in page that waits for it, and no other', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page: login, context } = tab;
  await server.introduce(ann);
  await server.introduce(bob);
  await login.goto('/login');
  await login.getByLabel('Phone number').fill('(202) 555-0111');
  await login.getByRole('button', { name: 'Send verification code' }).click();
  const field = login.getByLabel('Verification code');
  await field.waitFor();
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByLabel('Phone number').fill(bob.phone);
  await other.route('**/trpc/auth.login*', (route) =>
    route.fulfill({ json: [{ result: { data: { requiresVerification: true } } }] }),
  );
  await other.getByRole('button', { name: 'Send verification code' }).click();
  await other.getByLabel('Verification code').waitFor();
  expect(await field.inputValue()).toBe('');
  const phone = await context.newPage();
  await phone.goto('/phone');
  await login.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect(await other.getByLabel('Verification code').inputValue()).toBe('');
});
