import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import { findAsker } from '../../../web/product/embeds-mode';
import { ann } from '../../support/cast';
import { openApp } from '../../support/web/open-app';

const show = { embeds: 'show' } as const;
const ask = { embeds: 'ask' } as const;
const [asks, doesNot] = [{ asksBeforeEmbeds: true }, { asksBeforeEmbeds: false }];

function inBrowser(property: string, value: unknown) {
  Object.defineProperty(navigator, property, { value, configurable: true });
  try {
    return findAsker(show, doesNot);
  } finally {
    Reflect.deleteProperty(navigator, property);
  }
}

test('posts wait for a click if the server, the browser or the person asks', () => {
  expect(findAsker(show, doesNot)).toBeNull();
  expect(findAsker(show, asks)).toBe('person');
  expect(findAsker(show, undefined)).toBe('person');
  expect(findAsker(ask, doesNot)).toBe('server');
  expect(inBrowser('globalPrivacyControl', true)).toBe('browser');
  expect(inBrowser('globalPrivacyControl', false)).toBeNull();
  expect(inBrowser('connection', { saveData: true })).toBe('browser');
});

const findSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: /^Ask before showing posts of other sites/ });

test('the switch is stored, and keeps a name that another tab has changed', async () => {
  await using app = await openApp('/profile', { as: ann });
  const box = await findSwitch();
  await waitFor(() => expect(box.checked).toBe(false));
  const client = app.server.as(ann);
  await client.put('/api/profile', { firstName: 'Anna', lastName: 'Lee' });
  await app.user.click(box);
  await screen.findByText('Settings updated');
  await waitFor(() => expect(box.checked).toBe(true));
  expect((await client.get('/api/profile')).body).toMatchObject({
    firstName: 'Anna',
    asksBeforeEmbeds: true,
  });
});

test('a switch that cannot be stored stays as it was', async () => {
  await using app = await openApp('/profile', { as: ann });
  const box = await findSwitch();
  await waitFor(() => expect(box.disabled).toBe(false));
  app.network.cut = true;
  await app.user.click(box);
  await screen.findByText('Failed to update settings');
  await waitFor(() => expect(box.checked).toBe(false));
});

test('a server that asks says so and cannot be overruled', async () => {
  await using _app = await openApp('/profile', { as: ann, env: { EMBEDS: 'ask' } });
  const box = await findSwitch();
  expect([box.checked, box.disabled]).toEqual([true, true]);
  await screen.findByText(/all posts wait for a click/);
});
