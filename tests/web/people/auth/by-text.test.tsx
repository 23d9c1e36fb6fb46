import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { ann } from '../../../support/cast';
import { until } from '../../../support/server';
import { openApp } from '../../../support/web/open-app';

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
  await app.askForCode(ann);
  await app.user.click(await screen.findByRole('button', { name: 'Text us instead' }));
  await screen.findByText(PHRASE);
  await app.user.click(button('← Back to phone number'));
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe(ann.phone);
});

async function openWords() {
  const app = await openApp('/login', { env: ON });
  await app.user.type(await screen.findByLabelText('Phone number'), ann.phone);
  await app.user.click(await screen.findByRole('button', { name: 'Text us instead' }));
  return { ...app, words: (await screen.findByText(PHRASE)).textContent! };
}

async function newWords(old: string) {
  const words = await until(() => screen.queryByText(PHRASE)?.textContent);
  expect(words).not.toBe(old);
  return words;
}

async function signInWith(words: string, { server }: Awaited<ReturnType<typeof openWords>>) {
  await server.text(ann, words);
  await screen.findByRole('heading', { name: 'Set Up Your Profile' });
}

test('words that have expired are replaced by new ones', async () => {
  await using app = await openWords();
  app.server.app.clock.advance(300_000);
  await app.user.click(await screen.findByRole('button', { name: 'Get new words' }));
  await signInWith(await newWords(app.words), app);
});

test('new words work after a sign-in that failed at its end', async () => {
  await using app = await openWords();
  app.network.answer = (path) => {
    if (path.includes('signInByText.finish')) throw new TypeError('Failed to fetch');
    return undefined;
  };
  await app.server.text(ann, app.words);
  const again = await screen.findByRole('button', { name: 'Get new words' });
  app.network.answer = () => undefined;
  await app.user.click(again);
  await signInWith(await newWords(app.words), app);
});

test('answers about the old words that come late do not touch the new ones', async () => {
  await using app = await openWords();
  app.server.app.clock.advance(300_000);
  const again = await screen.findByRole('button', { name: 'Get new words' });
  const held: (() => void)[] = [];
  app.network.deliver = (path) =>
    path.includes('signInByText.state') ? new Promise((deliver) => held.push(deliver)) : Promise.resolve();
  await until(() => held.length > 0);
  await app.user.click(again);
  const words = await newWords(app.words);
  await until(() => held.length > 1);
  for (const deliver of held.splice(0, 1)) deliver();
  await Bun.sleep(50);
  screen.getByText(words);
  app.network.deliver = async () => {};
  for (const deliver of held) deliver();
  await signInWith(words, app);
});

test('a login that a limit refuses offers to text instead', async () => {
  await using app = await openApp('/login', { env: ON });
  const message = 'Too many codes for this number. Please wait ten minutes.';
  const error = { message, code: -32029, data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } };
  app.network.answer = (path) => (path.includes('auth.login') ? Response.json([{ error }]) : undefined);
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
