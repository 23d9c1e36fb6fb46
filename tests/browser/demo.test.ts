import { expect, test } from 'bun:test';
import { HOUR } from '../support/clock';
import { FAILED_REQUEST, sees, visit } from '../support/visit';

const DEMO = { DEMO: '1', EMBEDDINGS: 'off', DEMO_VISITORS: '1' };

test('a visitor arrives, texts, shares with the other phone, and is told when the hour is over', async () => {
  const { server, page, context, sidebar, dialog, looksRightEverywhere } = await visit('/', {
    as: null,
    env: DEMO,
    expected: FAILED_REQUEST,
  });
  await page.getByRole('button', { name: 'Try it' }).waitFor();
  await looksRightEverywhere('demo-start');
  await page.getByRole('button', { name: 'Try it' }).press('Enter');
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await page.getByText('This is a demo: in 60 minutes').waitFor();
  await looksRightEverywhere('demo-boards');

  const opened = context.waitForEvent('page');
  await sidebar.getByRole('link', { name: 'Phone simulator' }).click();
  const phone = await opened;
  await phone.getByLabel('Text message from Ann').fill('Ramen at nine #tonight');
  await phone.keyboard.press('Enter');
  await phone.getByRole('log', { name: 'Texts of Ann' }).getByText('Ramen at nine').waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /#tonight/ })
    .click();
  await page.getByText('Ramen at nine').first().waitFor();

  await phone.getByRole('tab', { name: 'Bob' }).click();
  const number = (await phone.getByRole('heading', { name: /^Bob/ }).textContent())!
    .replace('Bob', '')
    .trim();
  await page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
  await dialog.getByLabel('Phone number').fill(number);
  await dialog.getByRole('button', { name: 'Convert & Invite' }).click();
  await phone.getByRole('log', { name: 'Texts of Bob' }).getByText('#tonight').waitFor();
  await looksRightEverywhere('demo-shared');

  await page.goto('/profile');
  await page.getByLabel('Phone').waitFor();
  expect(await page.getByRole('button', { name: 'Change', exact: true }).count()).toBe(0);

  const late = await visit('/', { as: null, server, expected: FAILED_REQUEST });
  await late.page.getByRole('button', { name: 'Try it' }).click();
  await sees(late.page, 'The demo is full. Please try again in a few minutes.');

  server.app.clock.advance(HOUR);
  await page.getByText('Your hour is over').waitFor();
  await page.getByRole('button', { name: 'Try it' }).waitFor(); // and not to go on
  await looksRightEverywhere('demo-over');
  await phone.getByText('Your hour is over').waitFor();
  expect(await phone.getByLabel('Text message from Ann').count()).toBe(0);
  await phone.getByRole('link', { name: 'Take another hour' }).click();
  await phone.getByRole('button', { name: 'Try it' }).click();
  await phone.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
});
