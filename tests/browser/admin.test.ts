import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { nthPerson } from '../../db/seeds/crowd';
import { setOperator } from '../../src/people/operators';
import { axeViolations, LOOKS, whileCallsFail } from '../support/browser';
import { ann, bob, cho } from '../support/cast';
import { ensureUser } from '../support/people';
import { type TestServer, until } from '../support/server';
import { clickInVain, confirmDialogOnce, FAILED_REQUEST, sees, startServer, visit } from '../support/visit';

const userTable = (page: Page) => page.getByRole('table', { name: 'Users' });
const rows = (page: Page) => userTable(page).locator('tbody tr');
const addPeople = (count: number) => (server: TestServer) => {
  for (let n = 0; n < count; n++) ensureUser(server.app, nthPerson(n));
};

test('the admin page is accessible, fits any screen and hides columns', async () => {
  const server = await startServer();
  await server.introduce(ann);
  addPeople(6)(server);
  await server.text(bob, 'Could it remind me of things? #feedback');
  for (const look of LOOKS) {
    const { page, looksRight } = await visit('/admin', { server, ...look });
    await sees(page, 'Admin Dashboard', 'Admin Access', 'Feedback Messages', 'User Management');
    await sees(page, 'Total Users', 'Total Messages', 'Shared Boards', 'Recent Signups (7d)');
    await sees(page, 'Search Feature Setup', 'Generate Search Embeddings');
    await sees(userTable(page), 'Select', 'ID', 'Phone', 'Name', 'Msgs', 'Actions');
    await page.getByText('Could it remind me of things?').waitFor();
    await looksRight('admin');
    const small = look.size === 'phone';
    if (!small) await sees(userTable(page), 'Created', 'Last Active', 'Never');
    for (const name of ['Created', 'Last Active'])
      expect(await page.getByRole('columnheader', { name }).isVisible()).toBe(!small);
    expect(await userTable(page).getByText('202-555-0122', { exact: true }).isVisible()).toBe(small);
    expect(await userTable(page).getByText('+1 (202) 555-0122', { exact: true }).isVisible()).toBe(!small);
    await page.getByRole('button', { name: 'SMS Broadcast' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('You can now text photos, too.');
    await page.getByText(/8 people/).waitFor();
    await looksRight('broadcast');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog', { name: 'Delete 7 users' }).waitFor();
    await looksRight('delete-users');
    // the title must not change while the dialog fades out
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const titles = page.evaluate(
      () =>
        new Promise<(string | null)[]>((resolve) => {
          const seen = new Set<string | null>();
          const look = () => {
            const title = document.querySelector('[role=dialog] h2');
            if (title) seen.add(title.textContent);
            if (title) requestAnimationFrame(look);
            else resolve([...seen]);
          };
          look();
        }),
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await titles).toEqual(['Delete 7 users']);
  }
});

test('fifty thousand users are found, sorted and paged through', async () => {
  const server = await startServer();
  await server.introduce(ann);
  const insert = server.app.db.$client.prepare(
    'insert into users (phone, first_name, last_name, invite_code, created_at) values (?, ?, ?, ?, 1)',
  );
  server.app.db.$client.transaction(() => {
    for (let n = 0; n < 50_000; n++) {
      const { firstName, lastName } = nthPerson(n);
      insert.run(`+1303${String(n).padStart(7, '0')}`, firstName, lastName, `c${n}`);
    }
  })();
  const { page } = await visit('/admin', { server });
  await page.getByText('1–50 of 50,001').waitFor();
  expect(await rows(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('51–100 of 50,001').waitFor();
  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await page.getByText('1–50 of 50,001').waitFor();
  await rows(page).first().filter({ hasText: 'Ann Lee' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('303-004-9999');
  await until(async () => (await rows(page).count()) === 1);
  await rows(page).filter({ hasText: '+1 (303) 004-9999' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search users' }).clear();
  await page.keyboard.insertText('nobody '.repeat(30));
  await page.getByText('No users found').waitFor();
});

test('a long broadcast survives a reload, shows progress and can be stopped', async () => {
  const { page } = await visit('/admin', { env: { BROADCAST_PACE: '1' }, before: addPeople(40) });
  await page.getByRole('button', { name: 'SMS Broadcast' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('You can now text photos, too.');
  await page.getByRole('button', { name: 'Send to 41' }).click();
  await page.getByText('SMS broadcast started', { exact: true }).waitFor();
  await page.getByRole('progressbar', { name: 'Texts sent' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('SMS broadcast stopped', { exact: true }).waitFor();
  await page.getByText(/Stopped · \d+ sent · 0 failed · \d+ not texted/).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
});

test('only operators load the admin page, and losing the right closes it', async () => {
  const { server, page } = await visit('/', {
    as: bob,
    before: ({ app }) => ensureUser(app, cho),
    expected: [/403/],
  });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const panelRequested = () => requested.some((url) => /AdminPanel/.test(url));
  await page.goto('/admin');
  await sees(page, 'Access Denied', "You don't have permission to access the admin dashboard.");
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/');
  await page.getByRole('link', { name: 'All Texts' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  expect(panelRequested()).toBe(false);

  setOperator(server.app, bob.phone, true);
  await page.reload();
  await sees(page, 'Admin Panel');
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('button', { name: 'Delete Cho Min' }).click();
  expect(panelRequested()).toBe(true);
  setOperator(server.app, bob.phone, false);
  await page.getByRole('button', { name: 'Delete user', exact: true }).click();
  await page.getByText('Access Denied').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await page.getByRole('link', { name: 'Admin Panel' }).waitFor({ state: 'detached' });
});

test('each admin action shows a toast for success and one for failure', async () => {
  const server = await startServer();
  await server.introduce(bob);
  await server.introduce(cho);
  addPeople(2)(server);
  const { page, dialog } = await visit('/', { server, expected: FAILED_REQUEST });
  await whileCallsFail(page, 'admin.feedback', async () => {
    await page.goto('/admin');
    await sees(page, 'Failed to load feedback messages');
  });
  await page.reload();
  await sees(page, 'No feedback messages yet');

  const search = page.getByLabel('Search users');
  await search.fill('nobody of that name');
  await sees(page, 'No users found');
  await search.fill('');
  await page.getByRole('button', { name: 'Delete Bob Ray' }).click();
  const failed = ['Delete failed', 'Failed to delete user'];
  await confirmDialogOnce(page, 'admin.removeUser', ['Delete user', 'Deleting...'], ...failed);
  await sees(page, 'User deleted', 'User and all associated data have been removed.');
  await rows(page).filter({ hasText: 'Bob Ray' }).waitFor({ state: 'hidden' });

  for (const name of [nthPerson(0), nthPerson(1)])
    await page.getByLabel(`Select ${name.firstName} ${name.lastName}`).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const bulkFailed = ['Bulk delete failed', 'Failed to delete users'];
  await confirmDialogOnce(page, 'admin.removeUsers', ['Delete 2 users', 'Deleting...'], ...bulkFailed);
  await sees(page, 'Users deleted');

  await page.getByRole('button', { name: 'SMS Broadcast' }).click();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('You can now text photos, too.');
  await dialog.getByText('2 people').waitFor();
  const notSent = ['SMS broadcast failed', 'Failed to send SMS broadcast'];
  await confirmDialogOnce(page, 'admin.broadcast', ['Send to 2', 'Sending...'], ...notSent);
  await sees(page, 'SMS broadcast sent');
  await page.getByText('Message sent to 2 users (0 failed)', { exact: true }).first().waitFor();

  const generate = page.getByRole('button', { name: 'Generate Search Embeddings' });
  const notMade = ['Embedding generation failed', 'Failed to generate embeddings'];
  await clickInVain(page, 'search.embed', generate, ...notMade);
  await generate.click();
  await sees(page, 'Embeddings generated');
});
