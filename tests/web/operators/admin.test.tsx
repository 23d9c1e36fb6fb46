import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { RESTORED_AT } from '../../../src/app/data-folder/data-folder';
import { listFailedDownloads } from '../../../src/media/downloads';
import { deleteAccount } from '../../../src/messages/delete-account';
import { holdRestoredTexts } from '../../../src/outbox/held-texts';
import { enqueue } from '../../../src/outbox/outbox';
import { findUserByPhone } from '../../../src/people/users';
import { receiveText } from '../../../src/texting/inbound';
import { broadcastCost, formatDuration, formatMoney } from '../../../web/operators/broadcast-cost';
import { dashPhone } from '../../../web/operators/dash-phone';
import { nextSorting } from '../../../web/operators/sorting';
import { ann, bob, cho } from '../../support/cast';
import { startEmbeddingServer } from '../../support/embeddings';
import { ensureUser } from '../../support/people';
import { until } from '../../support/server';
import { startSmsGate } from '../../support/smsgate';
import { openApp } from '../../support/web/open-app';

const table = () => screen.findByRole('table', { name: 'Users' });
const names = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent);

test('a narrow column dashes local phone numbers and leaves foreign ones', () => {
  expect(dashPhone('+12025550111')).toBe('202-555-0111');
  expect(dashPhone('+4930123456')).toBe('+4930123456');
});

test('a second click on a heading reverses the order of the column', () => {
  expect(nextSorting('messages', { sort: 'id', order: 'desc' })).toEqual({ sort: 'messages', order: 'desc' });
  expect(nextSorting('name', { sort: 'id', order: 'desc' })).toEqual({ sort: 'name', order: 'asc' });
  expect(nextSorting('name', { sort: 'name', order: 'asc' })).toEqual({ sort: 'name', order: 'desc' });
});

test('the cost of a broadcast follows from segments, people and last price', () => {
  const audience = {
    people: 100,
    optedOut: 0,
    unreachable: 0,
    pace: 1,
    price: { amount: 0.008, currency: 'USD' },
  };
  expect(broadcastCost('x'.repeat(160), audience)).toMatchObject({ each: 1, all: 100 });
  const long = broadcastCost('x'.repeat(1600), audience);
  expect(long).toMatchObject({ each: 11, all: 1100 });
  expect(formatMoney(long.cost!)).toBe('$8.80');
  expect(formatDuration(long.minutes)).toBe('about 18 minutes');
  expect(broadcastCost('😀'.repeat(800), audience).each).toBe(25);
  expect(broadcastCost('x', { ...audience, price: null }).cost).toBeNull();
  expect(formatMoney({ amount: 0.004, currency: 'USD' })).toBe('less than $0.01');
  expect(formatDuration(0.2)).toBe('less than a minute');
  expect(formatDuration(900)).toBe('about 15 hours');
});

test('the sidebar leads an operator to figures, users and feedback', async () => {
  await using app = await openApp('/', { as: ann });
  ensureUser(app.server.app, bob);
  await app.server.text(bob, 'More colours! #feedback');
  await app.user.click(await screen.findByRole('link', { name: 'Admin Panel' }));
  await screen.findByRole('heading', { name: 'Admin Dashboard' });
  await screen.findByText('Admin Access');
  for (const [name, figure] of [
    ['Total Users', '2'],
    ['Total Messages', '1'],
    ['Shared Boards', '0'],
    ['Recent Signups (7d)', '2'],
  ] as const)
    expect((await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent).toBe(figure);
  expect(await names()).toEqual(['Bob Ray', 'Ann Leeyou']);
  expect(
    within(await table())
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Select', 'ID', 'Phone', 'Name', 'Msgs', 'Created', 'Last Active', 'Actions']);
  await screen.findByText('More colours!');
  await screen.findByText('Search Feature Setup');
});

test('empty lists of users, feedback and embeddings say so', async () => {
  using embeddings = startEmbeddingServer();
  await using app = await openApp('/admin', { as: ann, env: embeddings.environment });
  await screen.findByText('No messages are ready yet.');
  await screen.findByText('No feedback messages yet');
  await app.user.type(await screen.findByLabelText('Search users'), 'nobody');
  await screen.findByText('No users found');
});

test('a user is deleted after a warning, and nobody can delete themselves', async () => {
  await using app = await openApp('/admin', { as: ann });
  ensureUser(app.server.app, bob);
  await app.server.text(bob, 'Milk');
  await app.user.click(await screen.findByRole('button', { name: 'Delete Bob Ray' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete user' }));
  await dialog.findByText(/1 message of theirs/);
  await app.user.click(dialog.getByRole('button', { name: 'Delete user' }));
  await screen.findByText('User deleted');
  await screen.findByText('User and all associated data have been removed.');
  await waitFor(async () => expect(await names()).toEqual(['Ann Leeyou']));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Ann Lee' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Ann Lee' }).disabled).toBe(true);
});

test('a user deleted by another operator leaves the table and the total', async () => {
  await using app = await openApp('/admin', { as: ann });
  ensureUser(app.server.app, bob);
  await app.user.click(await screen.findByRole('button', { name: 'Delete Bob Ray' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete user' }));
  deleteAccount(app.server.app, findUserByPhone(app.server.app, bob.phone)!);
  await app.user.click(dialog.getByRole('button', { name: 'Delete user' }));
  await screen.findByText('User not found');
  await waitFor(async () => expect(await names()).toEqual(['Ann Leeyou']));
  const total = await screen.findByText('Total Users', { selector: 'dt' });
  await waitFor(() => expect(total.nextSibling?.textContent).toBe('1'));
});

test('selected users are cleared, or deleted together', async () => {
  await using app = await openApp('/admin', { as: ann });
  for (const person of [bob, cho]) ensureUser(app.server.app, person);
  await screen.findByRole('checkbox', { name: 'Select Bob Ray' });
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await screen.findByText('2 selected');
  await app.user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByText('2 selected')).toBeNull();
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await app.user.click(screen.getByRole('button', { name: 'Delete selected' }));
  await app.user.click(await screen.findByRole('button', { name: 'Delete 2 users' }));
  await screen.findByText('Users deleted');
  await screen.findByText('2 users deleted, with all associated data.');
  await waitFor(async () => expect(await names()).toEqual(['Ann Leeyou']));
  expect(screen.queryByText('2 selected')).toBeNull();
});

test('a broadcast is counted, tested on oneself, sent, and listed', async () => {
  await using app = await openApp('/admin', { as: ann });
  ensureUser(app.server.app, bob);
  await app.user.click(await screen.findByRole('button', { name: 'SMS Broadcast' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'SMS Broadcast' }));
  dialog.getByText(/product updates, release notes and announcements, not advertising/);
  const send = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Send to 2' });
  expect(send.disabled).toBe(true);
  await app.user.type(dialog.getByLabelText('Message'), 'Photos now!');
  dialog.getByText('11 / 1,600 characters');
  dialog.getByText(/1 SMS each, 2 in all\./);
  await app.user.click(dialog.getByRole('button', { name: 'Send a test to my phone' }));
  await screen.findByText('Test sent to your phone');
  await until(() => app.server.received(ann.phone).includes('Photos now!'));
  expect(app.server.received(bob.phone)).not.toContain('Photos now!');
  await app.user.click(send);
  await screen.findByText('SMS broadcast sent');
  await screen.findByText('Message sent to 2 users (0 failed)');
  expect(app.server.received(bob.phone)).toContain('Photos now!');
  await screen.findByText('Photos now!');
  await screen.findByText(/2 sent · 0 failed · 0 not texted/);
});

test('a photo of a text that was given up is listed and tried again', async () => {
  await using app = await openApp('/', { as: ann });
  receiveText(app.server.app, {
    sid: 'SIM9',
    from: bob.phone,
    body: 'Look',
    media: [{ url: 'simulator:none', type: 'image/png' }],
  });
  await until(() => listFailedDownloads(app.server.app).length > 0);
  await app.user.click(await screen.findByRole('link', { name: 'Admin Panel' }));
  await screen.findByText('Given up');
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The file is tried again.');
});

test('an operator sends the texts that are held after a restore', async () => {
  await using app = await openApp('/', { as: ann });
  const server = app.server.app;
  enqueue(server, { to: bob.phone, body: 'Hi', kind: 'reply' });
  writeFileSync(join(server.config.dataDir, RESTORED_AT), new Date(server.now() + 1).toISOString());
  holdRestoredTexts(server);
  await app.user.click(await screen.findByRole('link', { name: 'Admin Panel' }));
  await screen.findByText(/^1 text is held since a backup was restored/);
  expect(app.server.received(bob.phone)).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Send what is missing' }));
  await until(() => app.server.received(bob.phone).length);
  await until(() => !screen.queryByText(/held since a backup/));
});

test('an operator who signs in sees the link to the admin page at once', async () => {
  await using app = await openApp('/');
  await app.server.introduce(ann);
  const { field, code } = await app.askForCode(ann);
  await app.user.type(field, await code());
  await screen.findByRole('heading', { name: 'Hi, Ann' });
  screen.getByRole('link', { name: 'Admin Panel' });
});

test('the line is set up from the panel, which says what the phone still lacks', async () => {
  await using smsgate = await startSmsGate();
  await using app = await openApp('/admin', {
    as: ann,
    line: smsgate,
    env: { ADMIN_PHONES: ann.phone, SMSGATE_SIM: '2' },
  });
  const card = within(await screen.findByRole('region', { name: 'Line' }));
  await card.findByText('Texts go through SMSGate, +1 (202) 555-0100.');
  await card.findByText(/Not checked since the server started/);
  await app.user.click(card.getByRole('button', { name: 'Set up the line' }));
  await screen.findByText('Line set up');
  await screen.findByText('The card says what it still lacks.');
  await card.findByText('The phone has no SIM 2: correct SMSGATE_SIM.');
  card.getByText(/^SMSGate delivers texts and reports to/);
  expect(smsgate.hooks).toHaveLength(6);

  smsgate.phone.simCards[0]!.simNumber = 2;
  await app.user.click(card.getByRole('button', { name: 'Check the line' }));
  await screen.findByText('Line checked');
  await screen.findByText('Texts can come and go.');
  expect(card.queryByText(/correct SMSGATE_SIM/)).toBeNull();
});

test('a line without anything to set up can only be checked', async () => {
  await using app = await openApp('/admin', { as: ann });
  const card = within(await screen.findByRole('region', { name: 'Line' }));
  await card.findByText('Texts go through Phone simulator, +1 (202) 555-0100.');
  expect(card.queryByRole('button', { name: 'Set up the line' })).toBeNull();
  app.network.cut = true;
  await app.user.click(card.getByRole('button', { name: 'Check the line' }));
  await screen.findByText('The line could not be checked');
  app.network.cut = false;
  await app.user.click(card.getByRole('button', { name: 'Check the line' }));
  await card.findByText(/^Texts go to the phone simulator/);
});
