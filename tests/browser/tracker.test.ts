import { expect, test } from 'bun:test';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { untilTestEnds } from '../support/test-end';
import { startTracker, type Tracker } from '../support/tracker';
import { addCard, askForCode, codeOf, startServer, visit } from '../support/visit';

const callsTo = ({ calls }: Tracker, name: string) =>
  calls.filter((call) => call.name === name).map(({ argument }) => argument);
const events = (tracker: Tracker) => callsTo(tracker, 'track');

test('the tracker is told of sign-ins, names and messages, and no more', async () => {
  const tracker = untilTestEnds(startTracker({ late: 300 }));
  const server = await startServer({ env: { ANALYTICS_SCRIPT_URL: tracker.url } });
  await server.introduce(ann);
  const { page } = await visit(null, { server, as: null, expected: [/status of 400/] });
  const before = server.received(ann.phone).length;
  const field = await askForCode(page);
  await field.fill('000000');
  await page.getByText('Invalid verification code').first().waitFor();
  await field.fill(await codeOf(server, ann, before));
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await until(() => events(tracker).length === 4);
  expect(events(tracker)).toEqual(['login_attempt', 'code_sent', 'login_failed', 'login_success']);
  expect(callsTo(tracker, 'initialize')).toEqual([
    { account: { id: 'standard', plan: 'standard', status: 'active' } },
  ]);
  expect(callsTo(tracker, 'identify')).toMatchObject([
    { visitor: { id: ann.phone, userId: '1', displayName: 'Ann Lee' }, account: { status: 'active' } },
  ]);

  await addCard(page, 'Milk #shopping');
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
  const tracker = untilTestEnds(startTracker({ never: true }));
  const { page } = await visit('/', {
    env: { ANALYTICS_SCRIPT_URL: tracker.url },
    expected: [/status of 404/],
  });
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  await page.getByRole('link', { name: 'All Texts' }).click();
  await page.getByText('No messages yet').waitFor();
  expect(tracker.loads()).toBe(1);
  expect(tracker.calls).toEqual([]);
});

test('without a tracker the page makes no request to another site', async () => {
  const { server, page } = await visit(null);
  const foreign: string[] = [];
  const code: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.publicUrl)) foreign.push(request.url());
    if (/analytics/.test(request.url())) code.push(request.url());
  });
  const response = await page.goto('/');
  await page.getByRole('heading', { name: 'Hi, Ann' }).waitFor();
  expect({ foreign, code }).toEqual({ foreign: [], code: [] });
  expect(await page.locator('meta[name="visitor-tracker"]').count()).toBe(0);
  expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);
});
