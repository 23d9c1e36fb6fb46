import { expect, test } from 'bun:test';
import { holdAnswers, whileCallsFail } from '../support/browser';
import { ann, bob, cho } from '../support/cast';
import { until } from '../support/server';
import { expectAllShown, recordShownTexts } from '../support/shown-texts';
import { FAILED_REQUEST, startServer, visit, waitForToast } from '../support/visit';
import { STRINGS } from './strings';

recordShownTexts(STRINGS.joining);

test('an invite link leads to a text, and the answer YES to an account', async () => {
  const { server, ...inviter } = await visit('/profile');
  await inviter.page.getByRole('img', { name: 'QR code of your invite link' }).waitFor();
  await inviter.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await waitForToast(inviter.page, 'Link copied');
  const link = await inviter.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toStartWith(`${server.publicUrl}/join/`);

  const { page } = await visit(link, { server, as: null, expected: FAILED_REQUEST });
  await page.getByText('Ann Lee invited you.').waitFor();
  const start = page.getByRole('button', { name: 'Get Started' });
  await start.click();
  await waitForToast(page, 'Phone number required');
  await whileCallsFail(page, 'invites.submit', async () => {
    await page.getByLabel('Enter your phone number').fill('202 555 0122');
    await start.click();
    await waitForToast(page, 'Failed to send SMS. Please try again.');
    expect(await start.isEnabled()).toBe(true);
  });
  const sending = await holdAnswers(page, 'invites.submit');
  await start.click();
  expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true);
  sending.release();
  await page.getByRole('heading', { name: 'Check your phone!' }).waitFor();
  await waitForToast(page, 'Success!');

  await until(() => server.received(bob.phone).some((text) => text.includes('YES')));
  await server.text(bob, 'yes');
  await until(() => server.received(bob.phone).some((text) => text.startsWith('Welcome')));
  await until(() => server.received(ann.phone).some((text) => text.includes('invite was accepted')));
});

test('a bad number is refused, and an answer without success leaves the form disabled', async () => {
  const server = await startServer();
  const { body } = await (await server.introduce(ann)).get<{ code: string }>('/api/invite');
  const { page } = await visit(`/join/${body.code}`, { server, as: null, expected: FAILED_REQUEST });
  await page.getByLabel('Enter your phone number').fill('12');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await waitForToast(page, 'That is not a phone number.');
  await page.route('**/trpc/invites.submit*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[{"result":{"data":{"success":false}}}]' }),
  );
  await page.getByLabel('Enter your phone number').fill(cho.phone);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true);
  expect(await page.getByText('Check your phone!').count()).toBe(0);
});

test('an unknown invite code is called invalid, and no number is asked for', async () => {
  const { page } = await visit('/join/no-such-code', { as: null, expected: FAILED_REQUEST });
  await page.getByRole('heading', { name: 'This invite link is not valid.' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test('every string of this story has been shown', expectAllShown);
