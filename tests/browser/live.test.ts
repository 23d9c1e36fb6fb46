import { expect, test } from 'bun:test';
import { CLOSE_CODES } from '../../src/contract/events';
import { holdRequests, SIZES } from '../support/browser';
import { ann, bob } from '../support/cast';
import { type TestServer, until } from '../support/server';
import { pollNow, scrollDownTo, startServer, visit } from '../support/visit';

async function openList(server?: TestServer) {
  const how = { expected: [/WebSocket/], fakeClock: true };
  const tab = await visit('/all-texts', { server, texts: ['The first #food'], ...how });
  await until(() => tab.server.app.hub.size === 1);
  await tab.page.getByText('The first').first().waitFor();
  return tab;
}

const addEntries = async (server: TestServer) => {
  const { post } = await server.introduce(ann);
  for (let n = 0; n < 60; n++) await post('/api/messages', { content: `Entry ${n}`, tags: ['log'] });
};

test('a text shows on an open page before the next poll', async () => {
  const { server, page } = await openList();
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
  const server = await startServer();
  for (const size of ['laptop', 'phone'] as const) {
    const { page, looksRight } = await openList(server);
    await page.setViewportSize(SIZES[size]);
    const sign = page.getByText('Not live');
    expect(await sign.count()).toBe(0);
    server.app.hub.closeAll(CLOSE_CODES.restarting, 'Restarting');
    await sign.waitFor();
    await looksRight(`not-live-${size}`);
    await until(() => server.app.hub.size === 0);
    await page.clock.fastForward(15_000);
    await until(() => server.app.hub.size === 1);
    await sign.waitFor({ state: 'detached' });
  }
});

test('while a person reads further down, new messages wait behind a button', async () => {
  const { server, page, screenshot } = await visit('/tag/log', { before: addEntries });
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
  await screenshot('new-messages');
  await button.click();
  await page.getByText('News two').waitFor();
  await page.getByText('News one').waitFor();
  expect(await button.count()).toBe(0);
});

test('a printed list has all messages, loaded or not, dark on white, and no buttons', async () => {
  const { page, sidebar } = await visit(null, { before: addEntries });
  const { release } = await holdRequests(page, /polledPage.*before/); // later pages are not loaded yet
  await page.goto('/tag/log');
  await page.getByText('Entry 59').waitFor();
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { asked: true }) }));
  await page.keyboard.press('Control+p');
  release();
  await until(() => page.evaluate(() => 'asked' in window));
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
  expect(await sidebar.isVisible()).toBe(false);
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
  const { server, page } = await visit(null, { fakeClock: true });
  const client = server.as(ann);
  // otherwise the open page would send its time zone to the server, and then fetch all pages again
  await client.put('/api/profile/time-zone', { timeZone: 'UTC' });
  const { body } = await client.post<{ id: number }>('/api/messages', { content: 'The very first #log' });
  await addEntries(server);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('messages.polledPage')) requests.push(request.url());
  });
  await page.goto('/all-texts');
  await page.getByText('Entry 59').waitFor();
  const first = page.getByText('The very first');
  await scrollDownTo(first);
  const furtherPages = () => requests.filter((url) => url.includes('before')).length;
  expect(furtherPages()).toBe(1);
  for (let polls = 0; polls < 2; polls++) {
    const before = requests.length;
    await pollNow(page);
    await until(() => requests.length > before);
  }
  expect(furtherPages()).toBe(1);

  await client.patch(`/api/messages/${body.id}`, { content: 'The very first, mended', tags: ['log'] });
  await page.getByText('The very first, mended').waitFor();
});
