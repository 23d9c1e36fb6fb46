import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import { ann } from '../../../support/cast';
import { until } from '../../../support/server';
import { openApp } from '../../../support/web/open-app';

type App = Awaited<ReturnType<typeof openApp>>;

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

const wrongCode = (right: string) => (right === '000000' ? '000001' : '000000');

test('a blank phone number cannot be sent', async () => {
  await using app = await openApp('/login');
  const phone = await screen.findByLabelText('Phone number');
  expect(button('Send verification code').disabled).toBe(true);
  await app.user.type(phone, '   ');
  expect(button('Send verification code').disabled).toBe(true);
  await app.user.type(phone, '2');
  expect(button('Send verification code').disabled).toBe(false);
});

const tries = ({ network }: App) => network.called.filter((call) => call === 'auth.verify').length;

test('the sixth digit sends the code, once', async () => {
  await using app = await openApp('/login');
  const { field, code } = await app.askForCode(ann);
  const right = await code();
  await app.user.type(field, `${right.slice(0, 2)}a-${right.slice(2, 5)}`);
  expect(field.value).toBe(right.slice(0, 5));
  expect(button('Verify and login').disabled).toBe(true);
  expect(tries(app)).toBe(0);
  await app.user.type(field, `${right.slice(5)}78`);
  await screen.findByRole('heading', { name: 'Set Up Your Profile' });
  expect(tries(app)).toBe(1);
});

test('a pasted code is sent, also if it replaces a wrong one', async () => {
  await using app = await openApp('/login');
  const { field, code } = await app.askForCode(ann);
  const right = await code();
  await app.user.click(field);
  await app.user.paste(wrongCode(right));
  await until(() => field.getAttribute('aria-invalid') === 'true');
  await app.user.paste(`Your code: ${right}`);
  await screen.findByRole('heading', { name: 'Set Up Your Profile' });
});

test('a wrong code marks the field, which says so and selects it', async () => {
  await using app = await openApp('/login');
  const { field, code } = await app.askForCode(ann);
  await app.user.type(field, wrongCode(await code()));
  await until(() => field.getAttribute('aria-invalid') === 'true');
  const described = field.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('Invalid verification code');
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toHaveLength(6);
  expect(document.activeElement).toBe(field);
  expect(tries(app)).toBe(1);
  await app.user.type(field, '1', { initialSelectionStart: 0, initialSelectionEnd: 6 });
  expect(field.value).toBe('1');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('Arabic, Persian and Japanese digits are accepted in a code', async () => {
  await using app = await openApp('/login');
  const { field } = await app.askForCode(ann);
  app.network.cut = true; // so that the code stays in the field
  await app.user.type(field, '\u0661\u0662\u06f3\u06f4\uff15\uff16');
  expect(field.value).toBe('123456');
});

test('going back keeps the phone number and clears the code', async () => {
  await using app = await openApp('/login');
  const { field } = await app.askForCode(ann);
  await app.user.type(field, '123');
  await app.user.click(button('← Back to phone number'));
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe(ann.phone);
  await app.user.click(button('Send verification code'));
  expect((await screen.findByLabelText<HTMLInputElement>('Verification code')).value).toBe('');
});

test('a login that is answered with a user signs in without a code', async () => {
  await using app = await openApp('/profile');
  await app.user.type(await screen.findByLabelText('Phone number'), ann.phone);
  await app.signIn(ann);
  const { body: user } = await app.server.as(ann).get('/api/profile');
  app.network.answer = (path) =>
    path.includes('auth.login') ? Response.json([{ result: { data: { user } } }]) : undefined;
  await app.user.click(button('Send verification code'));
  await screen.findByRole('heading', { name: 'Edit Profile' });
  await screen.findByText('Welcome, Ann Lee!');
  expect(app.path()).toBe('/profile');
});

test('signing out deletes drafts and reloads the page', async () => {
  await using app = await openApp('/', { as: ann });
  localStorage.setItem('tagline:draft:food', 'half a thought');
  await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
  await until(() => app.reloads());
  expect(localStorage.getItem('tagline:draft:food')).toBeNull();
});
