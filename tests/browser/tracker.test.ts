import { expect, test } from 'bun:test';
import { openTab } from '../support/browser';
import { ann } from '../support/cast';
import { testServer, until } from '../support/server';
import { startTracker, type Tracker } from '../support/tracker';
import { visit } from '../support/visit';

const CODE = /\b\d{6}\b/;
const callsTo = ({ calls }: Tracker, name: string) =>
  calls.filter((call) => call.name === name).map(({ argument }) => argument);
const events = (tracker: Tracker) => callsTo(tracker, 'track');

test('the tracker is told of sign-ins, names and messages, and no more', async () => {
  await using tracker = startTracker({ late: 300 });
  await using server = await testServer({ env: { ANALYTICS_SCRIPT_URL: tracker.url } });
  await server.introduce(ann);
  await using tab = await openTab(server.publicUrl, { expected: [/status of 400/] });
  const { page } = tab;
  await page.goto('/login');
  await page.getByLabel('Phone number').fill(ann.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await page.getByLabel('Verification code').fill('000000');
  await page.getByText('Invalid verification code').first().waitFor();
  const code = await until(() => server.received(ann.phone).findLast((text) => CODE.test(text)));
  await page.getByLabel('Verification code').fill(CODE.exec(code)?.[0] ?? '');
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await until(() => events(tracker).length === 4);
  expect(events(tracker)).toEqual(['login_attempt', 'code_sent', 'login_failed', 'login_success']);
  expect(callsTo(tracker, 'initialize')).toEqual([
    { account: { id: 'standard', plan: 'standard', status: 'active' } },
  ]);
  expect(callsTo(tracker, 'identify')).toMatchObject([
    { visitor: { id: ann.phone, userId: '1', displayName: 'Ann Lee' }, account: { status: 'active' } },
  ]);

  await page.getByRole('button', { name: 'Add Card' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Milk #shopping');
  await page.getByRole('button', { name: 'Add Message' }).click();
  await until(() => events(tracker).at(-1) === 'message_created');

  await page.goto('/profile');
  await page.getByLabel('First Name').fill('Anna');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await until(() => callsTo(tracker, 'updateOptions').length > 0);
  expect(callsTo(tracker, 'updateOptions')).toMatchObject([
    { visitor: { id: ann.phone, displayName: 'Anna Lee' } },
  ]);
  expect(JSON.stringify(tracker.calls)).not.toContain('Milk');
});

test('a tracker that cannot be loaded delays nothing', async () => {
  await using tracker = startTracker({ never: true });
  await using server = await testServer({ env: { ANALYTICS_SCRIPT_URL: tracker.url } });
  await using tab = await visit(server, ann, '/', { expected: [/status of 404/] });
  await tab.page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await tab.page.getByRole('link', { name: 'All Texts' }).click();
  await tab.page.getByText('No messages yet').waitFor();
  expect(tracker.loads()).toBe(1);
  expect(tracker.calls).toEqual([]);
});

test('without a tracker the page makes no request to another site', async () => {
  await using server = await testServer();
  const { cookies } = await server.introduce(ann);
  await using tab = await openTab(server.publicUrl);
  const foreign: string[] = [];
  const code: string[] = [];
  tab.page.on('request', (request) => {
    if (!request.url().startsWith(server.publicUrl)) foreign.push(request.url());
    if (/analytics/.test(request.url())) code.push(request.url());
  });
  await tab.setCookies(cookies);
  const response = await tab.page.goto('/');
  await tab.page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect({ foreign, code }).toEqual({ foreign: [], code: [] });
  expect(await tab.page.locator('meta[name="visitor-tracker"]').count()).toBe(0);
  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);
});
