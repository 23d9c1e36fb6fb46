import { expect, test } from 'bun:test';
import { screen, within } from '@testing-library/react';
import { ann } from '../../support/cast';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

test('an empty dashboard says how to create a board', async () => {
  await using app = await openApp('/', { as: ann });
  await screen.findByText('No boards yet. Start by sending a message with a hashtag!');
  expect(screen.getByText('#example')).toBeTruthy();
  expect(screen.getAllByText('+1 (202) 555-0100').length).toBeGreaterThan(0);
  expect(app.path()).toBe('/');
});

test('a card shows its sender, its links and the chips of other boards', async () => {
  await using app = await openApp('/tag/food', { as: ann });
  await app.server.text(ann, 'Ramen https://example.com/menu #food #trip');
  const card = within(
    await screen.findByRole('article', { name: 'Ramen https://example.com/menu, Ann Lee' }),
  );
  const hrefs = card.getAllByRole<HTMLAnchorElement>('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['https://example.com/menu', '/tag/trip']);
});

test('an empty board says that it has no messages', async () => {
  await using app = await openApp('/tag/private/nope', { as: ann });
  await screen.findByText('No messages found with #nope');
  expect(app.path()).toBe('/tag/private/nope');
});

test('the URL of a shared board leads to a private board of that name', async () => {
  await using app = await openApp('/tag/shared/food', { as: ann });
  await app.server.text(ann, 'Ramen #food');
  await until(() => app.path() === '/tag/private/food');
  expect(await screen.findByText('Private Board')).toBeTruthy();
});

test('a list that cannot be loaded says so and can be tried again', async () => {
  await using app = await openApp('/profile', { as: ann });
  await screen.findByText('Text a #hashtag, or click + to create one.');
  app.network.cut = true;
  await app.user.click(screen.getByRole('link', { name: 'All Texts' }));
  await screen.findByText('This browser has not kept the messages.');
  app.network.cut = false;
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No messages yet');
});

test('a saved name leads back to the dashboard', async () => {
  await using app = await openApp('/profile', { as: ann });
  const first = await screen.findByLabelText<HTMLInputElement>('First Name');
  expect(screen.getByLabelText<HTMLInputElement>('Phone').readOnly).toBe(true);
  await app.user.clear(first);
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('First name is required');
  await app.user.type(first, 'Anna');
  await app.user.type(screen.getByLabelText('Profile Picture URL'), 'no address');
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Please enter a valid URL');
  await app.user.clear(screen.getByLabelText('Profile Picture URL'));
  await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByRole('heading', { name: 'Hi, Anna' });
  expect(app.path()).toBe('/');
});

test('an unknown path shows the 404 screen', async () => {
  await using _ = await openApp('/no/such/page', { as: ann });
  await screen.findByRole('heading', { name: '404 Page Not Found' });
  expect(screen.getByText(/There is nothing at this address/)).toBeTruthy();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
});
