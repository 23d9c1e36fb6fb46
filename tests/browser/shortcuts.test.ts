import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { ann } from '../support/cast';
import { until } from '../support/server';
import { openSite } from '../support/site';
import { untilTestEnds } from '../support/test-end';
import { visit } from '../support/visit';

const DOCUMENT = readFileSync(new URL('../../docs/shortcuts.md', import.meta.url), 'utf8');

test('the bookmarklet opens a window with the page in it, and saves when asked to', async () => {
  const ramen = { body: '<title>Ramen & more</title><p>Closed on Mondays</p>' };
  const site = untilTestEnds(await openSite({ '/ramen': ramen, '/favicon.ico': {} }));
  const { server, page } = await visit('/');
  const [, bookmarklet = ''] = /^javascript:(.*)$/m.exec(DOCUMENT)!;
  await page.goto(`${site.url}/ramen`);
  await page.getByText('Closed on Mondays').selectText();
  const opened = page.waitForEvent('popup');
  await page.evaluate(bookmarklet.replace('https://notes.example.com', server.publicUrl));
  const popup = await opened;
  const text = popup.getByRole('textbox', { name: 'Message' });
  await text.waitFor();
  const content = `Ramen & more\n${site.url}/ramen\nClosed on Mondays`;
  expect(await text.inputValue()).toBe(content);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Add Message' }).click();
  await closed;
  await until(async () => (await server.messagesOf(ann))[0]?.content === content);
});
