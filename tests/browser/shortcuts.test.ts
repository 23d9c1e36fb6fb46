import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Message } from '../../src/contract/messages';
import { ann } from '../support/cast';
import { testServer, until } from '../support/server';
import { openSite } from '../support/site';
import { visit } from '../support/visit';

const DOCUMENT = readFileSync(new URL('../../docs/shortcuts.md', import.meta.url), 'utf8');

test('the bookmarklet opens a window with the page in it, and saves when asked to', async () => {
  await using server = await testServer();
  await using site = await openSite({
    '/ramen': { body: '<title>Ramen & more</title><p>Closed on Mondays</p>' },
    '/favicon.ico': { body: '' },
  });
  await using visitor = await visit(server, ann, '/');
  const { page } = visitor;
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
  await until(
    async () => (await server.as(ann).get<Message[]>('/api/messages')).body[0]?.content === content,
  );
});
