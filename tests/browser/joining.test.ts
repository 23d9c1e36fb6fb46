import { expect, test } from 'bun:test';
import { holdAnswers, whileCallsFail } from '../support/browser';
import { ann, bob, cho } from '../support/cast';
import { until } from '../support/server';
import { FAILED_REQUEST, sees, startServer, visit } from '../support/visit';

test('an invite link leads to a text, and the answer YES to an account', async () => {
  const { server, ...inviter } = await visit('/profile');
  await inviter.page.getByRole('img', { name: 'QR code of your invite link' }).waitFor();
  await inviter.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await sees(inviter.page, 'Link copied');
  const link = await inviter.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toStartWith(`${server.publicUrl}/join/`);

  const { page } = await visit(link, { server, as: null, expected: FAILED_REQUEST });
  await sees(page, 'Welcome to Tagline', 'Ann Lee invited you.', 'How it works', 'Get Started');
  await sees(page, 'Save links and ideas by texting. Super simple - no app needed.');
  await sees(page, 'Text anything to save it automatically', 'Use #hashtags to organise messages');
  await sees(page, 'Enter your phone number', "We'll send you a text to confirm");
  await sees(page, 'By continuing, you agree to receive SMS messages. Reply STOP to opt out.');
  const start = page.getByRole('button', { name: 'Get Started' });
  await start.click();
  await sees(page, 'Phone number required', 'Please enter your phone number');
  await whileCallsFail(page, 'invites.submit', async () => {
    await page.getByLabel('Enter your phone number').fill('202 555 0122');
    await start.click();
    await sees(page, 'Failed to send SMS. Please try again.');
    expect(await start.isEnabled()).toBe(true);
  });
  const sending = await holdAnswers(page, 'invites.submit');
  await start.click();
  expect(await page.getByRole('button', { name: 'Sending...', exact: true }).isDisabled()).toBe(true);
  sending.release();
  await sees(page, 'Check your phone!', 'We sent you a text. Reply YES to confirm and start using Tagline');
  await sees(page, "Didn't receive the text? Check your phone number and try again.");
  await sees(page, 'Success!', 'Check your phone for a confirmation text');

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
  await sees(page, 'That is not a phone number.');
  await page.route('**/trpc/invites.submit*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[{"result":{"data":{"success":false}}}]' }),
  );
  await page.getByLabel('Enter your phone number').fill(cho.phone);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sending...', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByText('Check your phone!').count()).toBe(0);
});

test('an unknown invite code is called invalid, and no number is asked for', async () => {
  const { page } = await visit('/join/no-such-code', { as: null, expected: FAILED_REQUEST });
  await page.getByRole('heading', { name: 'This invite link is not valid.' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});
