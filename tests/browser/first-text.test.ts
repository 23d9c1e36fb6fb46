import { expect, test } from 'bun:test';
import { openTab, tabTo } from '../support/browser';
import { ann } from '../support/cast';
import { testServer, until } from '../support/server';
import { REFUSED_LIST, visit } from '../support/visit';

const TEXT = 'Try the ramen place on 5th, go early #food';

test('a text sent on the simulator becomes a card on its board', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;

  await page.goto('/');
  const [phones] = await Promise.all([
    tab.context.waitForEvent('page'),
    page.getByRole('link', { name: 'phone simulator' }).click(),
  ]);
  await phones.getByLabel('Text message from Ann').fill(TEXT);
  await phones.getByRole('button', { name: "Send from Ann's phone" }).click();
  const texts = phones.getByRole('log', { name: 'Texts of Ann' });
  await texts.getByText('Welcome to Tagline').waitFor();

  const [web] = await Promise.all([
    tab.context.waitForEvent('page'),
    phones.getByRole('link', { name: 'Open the dashboard' }).click(),
  ]);
  await web.waitForURL('**/login');
  await web.getByRole('heading', { name: 'Sign in to Tagline' }).waitFor();
  await web.getByLabel('Phone number').fill('(202) 555-0111');
  await web.getByRole('button', { name: 'Send verification code' }).click();
  await web.getByRole('heading', { name: 'Check your phone' }).waitFor();

  await web.waitForURL('**/setup');
  await web.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
  await web.getByLabel('First Name').fill('Ann');
  await web.getByLabel('Last Name').fill('Lee');
  await web.getByRole('button', { name: 'Complete Setup' }).click();

  const card = web.getByRole('main').getByRole('link', { name: /#food/ });
  await card.waitFor();
  expect(await card.textContent()).toMatch(/#food[\s\S]*1/);
  await card.click();
  await web.waitForURL('**/tag/private/food');
  await web.getByText('Try the ramen place on 5th, go early').waitFor();
  await web.getByRole('link', { name: 'All Texts' }).click();
  await web.getByText('Try the ramen place on 5th, go early').waitFor();
});

test('the first text, the sign-in and the setup work by keyboard alone', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl);
  const { page, context } = tab;
  await page.goto('/phone');
  await page.getByLabel('Text message from Ann').waitFor();
  await tabTo(page, /^Text message from Ann$/);
  await page.keyboard.type(TEXT);
  await page.keyboard.press('Enter');
  await page.getByRole('log', { name: 'Texts of Ann' }).getByText('Welcome to Tagline').waitFor();

  await page.goto('about:blank'); // leaves the phone simulator, which would fill in the code
  const web = await context.newPage();
  await web.goto('/login');
  await web.getByLabel('Phone number').waitFor();
  await web.keyboard.type(ann.phone); // the field has the focus already
  await web.keyboard.press('Enter');
  await web.getByLabel('Verification code').waitFor();
  await web.keyboard.type(await until(() => /\b\d{6}\b/.exec(server.received(ann.phone).at(-1) ?? '')?.[0]));
  await web.waitForURL('**/setup');
  await web.getByRole('button', { name: 'Skip for Now' }).waitFor();
  await tabTo(web, /^Skip for Now$/);
  await web.keyboard.press('Enter');

  await web.waitForURL((url) => url.pathname === '/');
  await web.getByRole('main').getByRole('link', { name: /#food/ }).waitFor();
  await tabTo(web, /^Skip to content$/);
  await web.keyboard.press('Enter');
  await tabTo(web, /#food/);
  await web.keyboard.press('Enter');
  await web.waitForURL('**/tag/private/food');
  await web.getByText('Try the ramen place on 5th, go early').waitFor();
});

test('a wrong code is refused, and Back works after a reload', async () => {
  await using server = await testServer();
  await using tab = await openTab(server.publicUrl, { expected: [/status of 400/] });
  const { page } = tab;
  await page.goto('/login');
  expect(await page.getByRole('button', { name: 'Send verification code' }).isDisabled()).toBe(true);
  await page.getByLabel('Phone number').fill(ann.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  const verify = page.getByRole('button', { name: 'Verify and login' });
  await page.getByLabel('Verification code').fill('12 34');
  expect(await verify.isDisabled()).toBe(true);
  const code = await until(() => /\d{6}/.exec(server.received(ann.phone).at(-1) ?? '')?.[0]);
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByText('Invalid verification code').first().waitFor();
  await page.reload();
  await page.getByText('+1 (202) 555-0111').waitFor();
  await page.getByRole('button', { name: '← Back to phone number' }).click();
  expect(await page.getByLabel('Phone number').inputValue()).toBe(ann.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  expect(await page.getByLabel('Verification code').inputValue()).toBe('');
});

test('strangers are sent to the sign-in, signed-in people to their boards', async () => {
  await using server = await testServer();
  await server.text(ann, TEXT);
  await using stranger = await openTab(server.publicUrl, { expected: [REFUSED_LIST] });
  for (const path of ['/', '/all-texts', '/tag/food', '/tag/private/food', '/profile']) {
    await stranger.page.goto(path);
    await stranger.page.waitForURL('**/login');
  }
  await using tab = await visit(server, ann, '/login');
  await tab.page.getByRole('main').getByRole('link', { name: /#food/ }).waitFor();
  await tab.page.goto('/setup');
  await tab.page.getByRole('main').getByRole('link', { name: /#food/ }).waitFor();
  await tab.page.goto('/no/such/page');
  await tab.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
});

test('a new text shows on an open board without a reload', async () => {
  await using server = await testServer();
  await server.text(ann, TEXT);
  await using tab = await visit(server, ann, '/tag/private/food');
  await tab.page.getByText('Try the ramen place').waitFor();
  await server.text(ann, 'Dumplings by the station #food');
  await tab.page.getByText('Dumplings by the station').waitFor();
});
