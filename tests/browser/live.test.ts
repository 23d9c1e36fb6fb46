import { expect, test } from 'bun:test';
import { CLOSE_CODES } from '../../src/contract/events';
import { axeViolations, horizontalOverflow, openTab, SIZES } from '../support/browser';
import { ann, bob } from '../support/cast';
import type { Client } from '../support/client';
import { type TestServer, testServer, until } from '../support/server';
import { pollNow, visit } from '../support/visit';

async function openList(server: TestServer) {
  const client = await server.introduce(ann);
  const tab = await openTab(server.publicUrl, { expected: [/WebSocket/] });
  await tab.setCookies(client.cookies);
  await tab.page.clock.install();
  await tab.page.goto('/all-texts');
  await until(() => server.app.hub.size === 1);
  return tab;
}

test('a text shows on an open page before the next poll', async () => {
  await using server = await testServer();
  await server.text(ann, 'The first #food');
  await using tab = await openList(server);
  const { page } = tab;
  await page.getByText('The first').waitFor();
  // `pauseAt` refuses a time in the past
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await server.text(ann, 'The second #food');
  const second = page.getByText('The second');
  let elapsed = 0; // in milliseconds of the page's clock; the next poll would come after 2000
  await until(async () => {
    if (elapsed < 200) await page.clock.runFor(10);
    elapsed += 10;
    return second.isVisible();
  });
});

test('a page that loses its socket shows "Not live" until it reconnects', async () => {
  await using server = await testServer();
  await server.text(ann, 'The first #food');
  for (const size of ['laptop', 'phone'] as const) {
    await using tab = await openList(server);
    const { page } = tab;
    await page.setViewportSize(SIZES[size]);
    await page.getByText('The first').waitFor();
    const sign = page.getByText('Not live');
    expect(await sign.count()).toBe(0);
    server.app.hub.closeAll(CLOSE_CODES.restarting, 'Restarting');
    await sign.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await tab.screenshot(`not-live-${size}`);
    await until(() => server.app.hub.size === 0);
    await page.clock.fastForward(15_000);
    await until(() => server.app.hub.size === 1);
    await sign.waitFor({ state: 'detached' });
  }
});

test('while a person reads further down, new messages wait behind a button', async () => {
  await using server = await testServer();
  await addEntries(await server.introduce(ann), 60);
  await using tab = await visit(server, ann, '/tag/log');
  const { page } = tab;
  await page.getByText('Entry 59').waitFor();
  // scrolls by script and not by the mouse wheel, because Chromium ignores the wheel until the new height of
  // the page is on the screen
  await page.evaluate(() => scrollTo(0, 1_200));
  // this card is drawn only once the page has noticed that it was scrolled
  const read = page.getByRole('article').filter({ has: page.getByText('Entry 25', { exact: true }) });
  await read.waitFor();
  const top = () => read.evaluate((card) => Math.round(card.getBoundingClientRect().top));
  const before = await top();
  await server.text(bob, "On Bob's own board #log");
  await server.text(ann, 'News one #log');
  await server.text(ann, 'News two #log');
  const button = page.getByRole('button', { name: '2 new messages' });
  await button.waitFor();
  expect(await top()).toBe(before);
  expect(await page.getByText('News two').count()).toBe(0);
  await tab.screenshot('new-messages');
  await button.click();
  await page.getByText('News two').waitFor();
  await page.getByText('News one').waitFor();
  expect(await button.count()).toBe(0);
});

test('a printed list has all loaded messages, dark on white, and no buttons', async () => {
  await using server = await testServer();
  await addEntries(await server.introduce(ann), 60);
  await using tab = await visit(server, ann, '/tag/log');
  const { page } = tab;
  await page.getByText('Entry 59').waitFor();
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return page.getByText('Entry 0', { exact: true }).isVisible();
  });
  const printed = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('beforeprint', () => resolve(document.querySelectorAll('article').length)),
      ),
  );
  await page.pdf();
  expect(await printed).toBe(60);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(31, 27, 24)');
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Search #log' }).count()).toBe(0);
  // scripts cannot find out the width of the paper, so the layout must fit any width
  const sticksOut = await page.getByRole('feed').evaluate((feed) => {
    feed.style.width = '600px';
    const edge = feed.getBoundingClientRect().right;
    return [...feed.children].some((card) => card.getBoundingClientRect().right > edge + 1);
  });
  expect(sticksOut).toBe(false);
});

test('only the first page of a list is polled, yet later pages show changes', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  // otherwise the open page would send its time zone to the server, and then fetch all pages again
  await client.put('/api/profile/time-zone', { timeZone: 'UTC' });
  const oldest = await client.post<{ id: number }>('/api/messages', {
    content: 'The very first',
    tags: ['log'],
  });
  await addEntries(client, 60);
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  await tab.setCookies(client.cookies);
  const requests: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('messages.polledPage') && requests.push(request.url()),
  );
  await page.clock.install();
  await page.goto('/all-texts');
  await page.getByText('Entry 59').waitFor();
  const first = page.getByText('The very first');
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return first.isVisible();
  });
  const furtherPages = () => requests.filter((url) => url.includes('before')).length;
  expect(furtherPages()).toBe(1);
  for (let polls = 0; polls < 2; polls++) {
    const before = requests.length;
    await pollNow(page);
    await until(() => requests.length > before);
  }
  expect(furtherPages()).toBe(1);

  await client.patch(`/api/messages/${oldest.body.id}`, { content: 'The very first, mended', tags: ['log'] });
  await page.getByText('The very first, mended').waitFor();
});

async function addEntries(client: Client, count: number) {
  for (let n = 0; n < count; n++)
    await client.post('/api/messages', { content: `Entry ${n}`, tags: ['log'] });
}
