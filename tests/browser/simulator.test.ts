import { expect, test } from 'bun:test';
import { axeViolations } from '../support/browser';
import { ann, bob } from '../support/cast';
import { photo } from '../support/pictures';
import { until } from '../support/server';
import { messagesOf } from '../support/texts';
import { askForCode, FAILED_REQUEST, visit } from '../support/visit';

test('a text is on its way while the carrier holds it back', async () => {
  const { server, page } = await visit('/phone', { as: null });
  await server.simulator().post('/api/simulator/texts', { from: ann.phone, body: 'Hello', held: true });
  await page.getByText('On its way').waitFor();
  expect(messagesOf(server.app, ann)).toEqual([]);
  await server.simulator().post('/api/simulator/release', {});
  await page.getByText('Delivered').waitFor();
  expect(messagesOf(server.app, ann)).toEqual(['Hello']);
});

test('the sign-in offers the numbers of the simulator', async () => {
  const { server, page } = await visit('/login', { as: null });
  await page.getByRole('button', { name: 'Bob, +1 (202) 555-0122' }).click();
  await page.getByText('We sent a verification code to').waitFor();
  await until(() => server.received(bob.phone).length > 0);
});

test('a local number opens its phone, and a photo chosen twice is sent once', async () => {
  // the sign-in page links to this address, which contains the number that the person has typed
  const { server, page } = await visit('/phone?number=07911%20123456', {
    env: { DEFAULT_COUNTRY: 'GB' },
    as: null,
    expected: FAILED_REQUEST,
  });
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
  const { server, page } = await visit('/phone', { as: null, size: 'phone', scheme: 'dark' });
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
  const address = `/phone?number=${encodeURIComponent(bob.phone)}&text=Ramen%20at%207%20%23food`;
  const { server, page } = await visit(address, { as: null });
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
  const { server, page, looksRight } = await visit('/phone', { as: null });
  await page.getByRole('tab', { name: 'Ann', exact: true }).waitFor();
  await server.text(bob, 'First text');
  const marked = page.getByRole('tab', { name: 'Bob new text' });
  await marked.waitFor();
  await looksRight('new-text');
  await marked.click();
  await page.getByRole('tab', { name: 'Bob', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('log').getByText('Welcome').waitFor();
  expect(await marked.count()).toBe(0);
});

test('a code on the phone fills the sign-in page that waits for it, and no other', async () => {
  const { server, page: login, context } = await visit(null, { as: null });
  await server.introduce(ann);
  await server.introduce(bob);
  const field = await askForCode(login);
  await field.waitFor();
  const other = await context.newPage();
  await other.route('**/trpc/auth.login*', (route) =>
    route.fulfill({ json: [{ result: { data: { requiresVerification: true } } }] }),
  );
  const othersField = await askForCode(other, bob);
  await othersField.waitFor();
  expect(await field.inputValue()).toBe('');
  const phone = await context.newPage();
  await phone.goto('/phone');
  await login.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect(await othersField.inputValue()).toBe('');
});
