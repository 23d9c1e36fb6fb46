import { test } from 'bun:test';
import { tabTo } from '../support/browser';
import { ann } from '../support/cast';
import { codeOf, visit } from '../support/visit';

const TEXT = 'Try the ramen place on 5th, go early #food';

test('the first text, the sign-in and the setup work by keyboard alone', async () => {
  const { server, page: login, context } = await visit('/', { as: null });
  const opened = context.waitForEvent('page');
  await login.getByRole('link', { name: 'phone simulator' }).press('Enter');
  const page = await opened;
  await page.getByLabel('Text message from Ann').waitFor();
  await tabTo(page, /^Text message from Ann$/);
  await page.keyboard.type(TEXT);
  await page.keyboard.press('Enter');
  await page.getByRole('log', { name: 'Texts of Ann' }).getByText('Welcome to Tagline').waitFor();

  const web = await context.newPage();
  await web.goto((await page.getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')) ?? '');
  await page.goto('about:blank'); // leaves the phone simulator, which would fill in the code
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
  await tabTo(web, /#food/);
  await web.keyboard.press('Enter');
  await web.waitForURL('**/tag/private/food');
  await web.getByText('Try the ramen place on 5th, go early').waitFor();
});
