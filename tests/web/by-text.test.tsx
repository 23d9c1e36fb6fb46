import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { openApp } from './open-app';

const ON = { SIGN_IN_BY_TEXT: 'on' };
const PHRASE = /^[a-z]+ \d{4}$/;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('whoever texts what the login page shows gets to the page they asked for', async () => {
  await using app = await openApp('/profile', { env: ON });
  await app.server.introduce(ann);
  const number = await screen.findByLabelText('Phone number');
  const instead = await screen.findByRole<HTMLButtonElement>('button', { name: 'Text us instead' });
  expect(instead.disabled).toBe(true);
  await app.user.type(number, ann.phone);
  await app.user.click(await screen.findByRole('button', { name: 'Text us instead' }));
  const phrase = (await screen.findByText(PHRASE)).textContent!;
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open my messages' });
  expect(link.href).toBe(`sms:+12025550100?&body=${encodeURIComponent(phrase)}`);
  await app.server.text(ann, phrase);
  await screen.findByRole('heading', { name: 'Edit Profile' });
  await screen.findByText('Welcome, Ann Lee!');
});

test('whoever waits for a code in vain can text instead', async () => {
  await using app = await openApp('/login', { env: ON });
  await app.user.type(await screen.findByLabelText('Phone number'), ann.phone);
  await app.user.click(button('Send verification code'));
  await screen.findByLabelText('Verification code');
  await app.user.click(await screen.findByRole('button', { name: 'Text us instead' }));
  await screen.findByText(PHRASE);
  await app.user.click(button('← Back to phone number'));
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe(ann.phone);
});

test('words that have expired are replaced by new ones', async () => {
  await using app = await openApp('/login', { env: ON });
  await app.user.type(await screen.findByLabelText('Phone number'), ann.phone);
  await app.user.click(await screen.findByRole('button', { name: 'Text us instead' }));
  const { textContent: first } = await screen.findByText(PHRASE);
  app.server.app.clock.advance(300_000);
  await app.user.click(await screen.findByRole('button', { name: 'Get new words' }));
  const second = await until(() => screen.queryByText(PHRASE)?.textContent);
  expect(second).not.toBe(first);
  await app.server.text(ann, second);
  await screen.findByRole('heading', { name: 'Set Up Your Profile' });
});

test('a login that a limit refuses offers to text instead', async () => {
  await using app = await openApp('/login', { env: ON });
  const message = 'Too many codes for this number. Please wait ten minutes.';
  const send = globalThis.fetch;
  const refuse = async (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
    String(input).includes('auth.login')
      ? Response.json([
          { error: { message, code: -32029, data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } } },
        ])
      : send(input, init);
  globalThis.fetch = Object.assign(refuse, { preconnect: send.preconnect });
  await app.user.type(await screen.findByLabelText('Phone number'), ann.phone);
  await app.user.click(button('Send verification code'));
  await screen.findByText(`${message} Or text us instead: that needs no code.`);
  await app.user.click(await screen.findByRole('button', { name: 'Text us instead' }));
  await screen.findByText(PHRASE);
});

test('without SIGN_IN_BY_TEXT the login page does not offer to text instead', async () => {
  await using app = await openApp('/login');
  await app.user.type(await screen.findByLabelText('Phone number'), ann.phone);
  expect(screen.queryByRole('button', { name: 'Text us instead' })).toBeNull();
});
