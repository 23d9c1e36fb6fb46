import { expect, test } from 'bun:test';
import { bob } from '../support/cast';
import { MINUTE } from '../support/clock';
import { until } from '../support/server';
import { untilTestEnds } from '../support/test-end';
import { startTwilio } from '../support/twilio';
import { FAILED_REQUEST, sees, startServer, untilFocused, visit } from '../support/visit';
import { addAuthenticator } from './authenticator';

async function visitProfile(size: 'laptop' | 'phone') {
  const twilio = untilTestEnds(await startTwilio());
  const server = await startServer({ twilio });
  const visitor = await visit('/profile', { server, as: bob, size, expected: FAILED_REQUEST });
  const dialog = visitor.page.getByRole('dialog', { name: 'Confirm That It Is You' });
  return { ...visitor, dialog, later: () => server.app.clock.advance(11 * MINUTE) };
}

test('a code by text lets a token be made, and what was typed stays', async () => {
  const { server, page, dialog, later, looksRight, looksRightEverywhere } = await visitProfile('laptop');
  later();
  await page.getByRole('button', { name: 'Make a token' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Home Assistant');
  await page.getByLabel('On these boards alone').fill('#nowhere');
  await looksRight('new-token');
  await page.getByRole('button', { name: 'Make Token' }).click();
  await untilFocused(dialog.getByRole('button', { name: 'Text me a code' }));
  await looksRightEverywhere('proof');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('Home Assistant');

  await page.getByRole('button', { name: 'Make Token' }).click();
  const texts = server.received(bob.phone).length;
  await dialog.getByRole('button', { name: 'Text me a code' }).press('Enter');
  const code = await until(() => /^\d{6}/.exec(server.received(bob.phone)[texts] ?? '')?.[0]);
  await untilFocused(dialog.getByLabel('Verification code'));
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await sees(dialog, 'Invalid verification code');
  await looksRightEverywhere('proof-code');
  await page.keyboard.type(code);
  await dialog.waitFor({ state: 'hidden' });
  await sees(page, 'Board not found');
  await page.getByLabel('On these boards alone').fill('');
  await page.getByRole('button', { name: 'Make Token' }).click();
  await page.getByLabel('Token Home Assistant').waitFor();
});

test('a passkey lets everything be exported, and an address of the calendar be made', async () => {
  const { page, dialog, later, looksRight } = await visitProfile('phone');
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: /^Remove the passkey/ }).waitFor();
  later();
  await page.getByRole('link', { name: 'Table (CSV)' }).click();
  await untilFocused(dialog.getByRole('button', { name: 'Use a passkey' }));
  await looksRight('proof-passkey');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toEndWith('.csv');
  await page.getByRole('button', { name: 'Make an address' }).click();
  await page.getByLabel('Address of the calendar').waitFor();
  await page.getByText(/Everything that you have sent was exported: csv/).waitFor();
});
