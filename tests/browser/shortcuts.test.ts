import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { bookmarklet } from '../../src/contract/share';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { openSite } from '../support/site';
import { untilTestEnds } from '../support/test-end';
import { codeOf, FAILED_REQUEST, sees, startServer, visit } from '../support/visit';

const SHOP = '<title>Ramen #42 &amp; more</title><p>Closed on #1 Mondays</p>';
const DOCUMENT = readFileSync(new URL('../../docs/shortcuts.md', import.meta.url), 'utf8');

async function clickBookmarklet(page: Page, { publicUrl }: { publicUrl: string }, body = SHOP) {
  const site = untilTestEnds(await openSite({ '/ramen': { body }, '/favicon.ico': {} }));
  await page.goto(`${site.url}/ramen`);
  await page.getByText('Closed on').selectText();
  const opened = page.waitForEvent('popup');
  await page.evaluate(bookmarklet(publicUrl).replace('javascript:', ''));
  return { popup: await opened, address: `${site.url}/ramen` };
}

test('the bookmarklet opens a window with the page in it, and saves when asked to', async () => {
  expect(DOCUMENT).toContain(`\n${bookmarklet('https://notes.example.com')}\n`);
  const { server, page } = await visit('/profile');
  const button = page.getByRole('link', { name: 'Save to Tagline' });
  await until(async () => (await button.getAttribute('href')) === bookmarklet(server.publicUrl));
  await button.click();
  await sees(page, 'Drag it to the bookmarks');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Extension for Chrome, Edge, Brave' }).click();
  expect((await downloaded).suggestedFilename()).toBe('tagline-chromium.zip');
  const { popup, address } = await clickBookmarklet(page, server);
  const text = popup.getByRole('textbox', { name: 'Message' });
  await text.waitFor();
  const content = `Ramen # 42 & more\n${address}\nClosed on # 1 Mondays`;
  expect(await text.inputValue()).toBe(content);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Add Message' }).click();
  await closed;
  const saved = await until(async () => (await server.messagesOf(ann))[0]);
  expect(saved).toMatchObject({ content, tags: ['uncategorized'] });
});

test('a page survives signing in, setting up and the end of a session', async () => {
  const server = await startServer();
  const { page } = await visit(null, { server, as: null, expected: FAILED_REQUEST });
  const long = SHOP.replace('Mondays', 'Mondays, é '.repeat(2_000));
  const { popup, address } = await clickBookmarklet(page, server, long);
  const signIn = async () => {
    const before = server.received(ann.phone).length;
    await popup.getByLabel('Phone number').fill(ann.phone);
    await popup.getByRole('button', { name: 'Send verification code' }).click();
    await until(() => server.received(ann.phone).length > before);
    await popup.getByLabel('Verification code').fill(await codeOf(server));
  };
  await signIn();
  await popup.getByLabel('First Name').fill('Ann');
  await popup.getByLabel('Last Name').fill('Lee');
  await popup.getByRole('button', { name: 'Complete Setup' }).click();
  await sees(popup, 'The text was too long');
  const text = popup.getByRole('textbox', { name: 'Message' });
  const content = await text.inputValue();
  expect(content).toStartWith(`Ramen # 42 & more\n${address}\nClosed on # 1 Mondays, é`);
  expect([content.length, content.at(-1)]).toEqual([10_000, '…']);
  await server.as(ann).delete('/api/sessions');
  await popup.getByRole('button', { name: 'Add Message' }).click();
  await signIn();
  await text.waitFor();
  expect(await text.inputValue()).toBe(content);
  await popup.getByRole('button', { name: 'Add Message' }).click();
  expect(await until(async () => (await server.messagesOf(ann))[0]?.content)).toBe(content);
});
