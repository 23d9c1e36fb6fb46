import { expect, test } from 'bun:test';
import { RESTART } from '../../src/realtime/hub';
import { axeViolations, horizontalOverflow, openTab, SIZES } from '../support/browser';
import { ann, bob } from '../support/cast';
import { testServer, until } from '../support/server';

/** Ann's list, open in a tab whose clock a test can stop: no poll comes then, and what shows up came by the socket. */
async function openList(server: Awaited<ReturnType<typeof testServer>>) {
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
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000); // its time must not be over when the call arrives
  await server.text(ann, 'The second #food');
  const second = page.getByText('The second');
  let passed = 0; // of the page's own time, while the polls stand still
  await until(async () => {
    if (passed < 200) await page.clock.runFor(10);
    passed += 10;
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
    server.app.hub.closeAll(RESTART, 'Restarting');
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

test('what arrives while one reads further down waits behind a button, and nothing moves', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  for (let n = 1; n <= 60; n++) await client.post('/api/messages', { content: `Note ${n}.`, tags: ['food'] });
  await using tab = await openTab(server.publicUrl);
  await tab.setCookies(client.cookies);
  const { page } = tab;
  await page.goto('/tag/food');
  await page.getByText('Note 60.').waitFor();
  await page.mouse.move(800, 500);
  await page.mouse.wheel(0, 1_200);
  const read = page.getByRole('article').filter({ hasText: 'Note 3' }).first();
  await read.waitFor();
  await until(() => page.evaluate(() => scrollY > 1_000));
  const place = () => read.evaluate((card) => Math.round(card.getBoundingClientRect().top));
  const before = await place();
  await server.text(bob, 'Of no concern #food');
  await server.text(ann, 'News one #food');
  await server.text(ann, 'News two #food');
  const button = page.getByRole('button', { name: '2 new messages' });
  await button.waitFor();
  expect(await place()).toBe(before);
  expect(await page.getByText('News two').count()).toBe(0);
  await tab.screenshot('new-messages');
  await button.click();
  await page.getByText('News two').waitFor();
  await page.getByText('News one').waitFor();
  expect(await button.count()).toBe(0);

  // printed is all that has been loaded, also what is further down
  const printed = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('beforeprint', () => resolve(document.querySelectorAll('article').length)),
      ),
  );
  await page.pdf();
  expect(await printed).toBeGreaterThanOrEqual(50);
  // black on white, without what can be pressed, and as wide as the paper, of which no script is told
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(31, 27, 24)');
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Search #food' }).count()).toBe(0);
  const sticksOut = await page.getByRole('feed').evaluate((feed) => {
    feed.style.width = '600px';
    const edge = feed.getBoundingClientRect().right;
    return [...feed.children].some((card) => card.getBoundingClientRect().right > edge + 1);
  });
  expect(sticksOut).toBe(false);
});

test('only the first page of a list is polled, and changes further down show', async () => {
  await using server = await testServer();
  const client = await server.introduce(ann);
  const deep = await client.post<{ id: number }>('/api/messages', {
    content: 'The very first',
    tags: ['log'],
  });
  for (let n = 0; n < 60; n++) await client.post('/api/messages', { content: `Entry ${n}`, tags: ['log'] });
  await using tab = await openTab(server.publicUrl);
  const { page } = tab;
  await tab.setCookies(client.cookies);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('messages.list') && asked.push(request.url()));
  await page.goto('/all-texts');
  await page.getByText('Entry 59').waitFor();
  const first = page.getByText('The very first');
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return first.isVisible();
  });
  const further = () => asked.filter((url) => url.includes('before')).length;
  const polls = () => asked.length;
  const before = { further: further(), polls: polls() };
  await until(() => polls() >= before.polls + 2);
  expect(further()).toBe(before.further);

  await client.patch(`/api/messages/${deep.body.id}`, { content: 'The very first, mended', tags: ['log'] });
  await page.getByText('The very first, mended').waitFor();
});
