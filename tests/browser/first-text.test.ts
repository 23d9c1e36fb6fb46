import { expect, test } from 'bun:test';
import { tabTo } from '../support/browser';
import { ann } from '../support/cast';
import { codeOf, REFUSED_LIST, visit } from '../support/visit';

const TEXT = 'Try the ramen place on 5th, go early #food';

test('a text sent on the simulator becomes a card on its board', async () => {
  const { page, context } = await visit('/', { as: null });
  const [phones] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'phone simulator' }).click(),
  ]);
  await phones.getByLabel('Text message from Ann').fill(TEXT);
  await phones.getByRole('button', { name: "Send from Ann's phone" }).click();
  const texts = phones.getByRole('log', { name: 'Texts of Ann' });
  await texts.getByText('Welcome to Tagline').waitFor();

  const [web] = await Promise.all([
    context.waitForEvent('page'),
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
  const { server, page, context } = await visit('/phone', { as: null });
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
  await web.keyboard.type(await codeOf(server));
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

test('strangers are sent to the sign-in, signed-in people to their boards', async () => {
  const stranger = await visit(null, { as: null, texts: [TEXT], expected: [REFUSED_LIST] });
  for (const path of ['/', '/all-texts', '/tag/food', '/tag/private/food', '/profile']) {
    await stranger.page.goto(path);
    await stranger.page.waitForURL('**/login');
  }
  const { page, main } = await visit('/login', { server: stranger.server });
  await main.getByRole('link', { name: /#food/ }).waitFor();
  await page.goto('/setup');
  await main.getByRole('link', { name: /#food/ }).waitFor();
});
