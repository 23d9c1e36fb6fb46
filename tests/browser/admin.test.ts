import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { nthPerson } from '../../db/seeds/crowd';
import { setOperator } from '../../src/people/operators';
import { axeViolations, horizontalOverflow, LOOKS, whileCallsFail } from '../support/browser';
import { ann, bob, cho } from '../support/cast';
import { ensureUser } from '../support/people';
import { testServer, until } from '../support/server';
import { expectAllShown, recordShownTexts } from '../support/shown-texts';
import { confirmDialogOnce, FAILED_REQUEST, visit, waitForToast } from '../support/visit';
import { STRINGS } from './strings';

recordShownTexts(STRINGS.admin);

const userTable = (page: Page) => page.getByRole('table', { name: 'Users' });
const rows = (page: Page) => userTable(page).locator('tbody tr');
const showsColumn = (page: Page, heading: string) =>
  page.getByRole('columnheader', { name: heading }).isVisible();

test('the admin page is accessible, fits any screen and hides columns', async () => {
  await using server = await testServer();
  await server.introduce(ann);
  for (let n = 0; n < 6; n++) ensureUser(server.app, nthPerson(n));
  await server.text(bob, 'Could it remind me of things? #feedback');
  for (const look of LOOKS) {
    await using tab = await visit(server, ann, '/admin', look);
    const { page } = tab;
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await userTable(page).waitFor();
    await page.getByText('Could it remind me of things?').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await tab.screenshot('admin');
    const small = look.size === 'phone';
    expect(await showsColumn(page, 'Created')).toBe(!small);
    expect(await showsColumn(page, 'Last Active')).toBe(!small);
    expect(await userTable(page).getByText('202-555-0122', { exact: true }).isVisible()).toBe(small);
    const number = userTable(page).getByRole('cell', { name: '+1 (202) 555-0122', exact: true });
    expect(await number.isVisible()).toBe(!small);
    await page.getByRole('button', { name: 'SMS Broadcast' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('You can now text photos, too.');
    await page.getByText(/8 people/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await tab.screenshot('broadcast');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog', { name: 'Delete 7 users' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await tab.screenshot('delete-users');
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
  await using server = await testServer();
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
  await using tab = await visit(server, ann, '/admin');
  const { page } = tab;
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
  await using server = await testServer({ env: { BROADCAST_PACE: '1' } });
  for (let n = 0; n < 40; n++) ensureUser(server.app, nthPerson(n));
  await using tab = await visit(server, ann, '/admin');
  const { page } = tab;
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
  await using server = await testServer();
  ensureUser(server.app, cho);
  await using tab = await visit(server, bob, '/', { expected: [/403/] });
  const { page } = tab;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const panelRequested = () => requested.some((url) => /AdminPanel/.test(url));
  await page.goto('/admin');
  await page.getByText('Access Denied').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/');
  await page.getByRole('link', { name: 'All Texts' }).waitFor();
  expect(await page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  expect(panelRequested()).toBe(false);

  setOperator(server.app, bob.phone, true);
  await page.reload();
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
  await using server = await testServer();
  await server.introduce(bob);
  await server.introduce(cho);
  for (let n = 0; n < 2; n++) ensureUser(server.app, nthPerson(n));
  await using tab = await visit(server, ann, '/', { expected: FAILED_REQUEST });
  const { page } = tab;
  const dialog = page.getByRole('dialog');
  await whileCallsFail(page, 'admin.feedback', async () => {
    await page.goto('/admin');
    await page.getByText('Failed to load feedback messages').waitFor();
  });
  await page.reload();
  await page.getByText('No feedback messages yet').waitFor();

  const search = page.getByLabel('Search users');
  await search.fill('nobody of that name');
  await page.getByText('No users found').waitFor();
  await search.fill('');
  await page.getByRole('button', { name: 'Delete Bob Ray' }).click();
  await whileCallsFail(page, 'admin.removeUser', async () => {
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await waitForToast(page, 'Delete failed');
  });
  await confirmDialogOnce(page, 'admin.removeUser', ['Delete user', 'Deleting...']);
  await waitForToast(page, 'User deleted');
  await rows(page).filter({ hasText: 'Bob Ray' }).waitFor({ state: 'hidden' });

  for (const name of [nthPerson(0), nthPerson(1)])
    await page.getByLabel(`Select ${name.firstName} ${name.lastName}`).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await whileCallsFail(page, 'admin.removeUsers', async () => {
    await dialog.getByRole('button', { name: 'Delete 2 users' }).click();
    await waitForToast(page, 'Bulk delete failed');
  });
  await confirmDialogOnce(page, 'admin.removeUsers', ['Delete 2 users', 'Deleting...']);
  await waitForToast(page, 'Users deleted');

  await page.getByRole('button', { name: 'SMS Broadcast' }).click();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('You can now text photos, too.');
  await dialog.getByText('2 people').waitFor();
  await whileCallsFail(page, 'admin.broadcast', async () => {
    await dialog.getByRole('button', { name: 'Send to 2' }).click();
    await waitForToast(page, 'SMS broadcast failed');
  });
  await confirmDialogOnce(page, 'admin.broadcast', ['Send to 2', 'Sending...']);
  await waitForToast(page, 'SMS broadcast sent');
  await page.getByText('Message sent to 2 users (0 failed)', { exact: true }).first().waitFor();

  await whileCallsFail(page, 'search.embed', async () => {
    await page.getByRole('button', { name: 'Generate Search Embeddings' }).click();
    await waitForToast(page, 'Embedding generation failed');
  });
  await page.getByRole('button', { name: 'Generate Search Embeddings' }).click();
  await waitForToast(page, 'Embeddings generated');
});

test('every string of this story has been shown', expectAllShown);
