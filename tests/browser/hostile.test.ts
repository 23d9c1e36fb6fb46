import { expect, test } from 'bun:test';
import { horizontalOverflow, LOOKS } from '../support/browser';
import { ann } from '../support/cast';
import { HOSTILE, RUN } from '../support/hostile-texts';
import { startServer, visit } from '../support/visit';

test('hostile texts are shown as plain text, and no code in them runs', async () => {
  const server = await startServer({ env: { PRODUCT_NAME: 'Notebook'.repeat(5) } });
  for (const body of HOSTILE) expect((await server.text(ann, body)).status).toBe(201);
  const client = await server.introduce(ann);
  const quoted = `"><img src=x onerror=${RUN}>`.slice(0, 50);
  await client.put('/api/profile', { firstName: quoted, lastName: '<b>Lee</b>' });
  const invite = (await client.get<{ code: string }>('/api/invite')).body;
  expect((await client.get<string[]>('/api/tags')).body).toContain('constructor');

  const { page, main, context, changeLook, setCookies } = await visit(null, { server, as: null, idle: true });
  let runs = 0;
  await context.exposeFunction('run', () => runs++);
  page.on('dialog', () => runs++);
  await setCookies(client.cookies);
  for (const [path, ready] of [
    ['/', main.getByRole('link', { name: 'constructor' })],
    ['/all-texts', page.getByText('{"content":"json"}')],
    ['/tag/private/uncategorized', page.getByText('{"content":"json"}')],
    ['/tag/constructor', page.getByText('#<script> #"><img')],
    ['/profile', page.getByRole('img', { name: 'QR code of your invite link' })],
    ['/phone', page.getByRole('log').first().getByText('{"content":"json"}')],
    [`/join/${invite.code}`, page.getByText('invited you.')],
  ] as const) {
    await page.goto(path);
    for (const look of LOOKS) {
      await changeLook(look);
      await ready.first().waitFor();
      await page.evaluate(() => new Promise((next) => requestIdleCallback(next, { timeout: 1000 })));
      const origin = path === '/phone' ? server.simulatorUrl : server.publicUrl;
      expect({ path, origin: new URL(page.url()).origin }).toEqual({ path, origin });
      const { size } = look;
      expect({ path, size, overflow: await horizontalOverflow(page) }).toEqual({ path, size, overflow: 0 });
      const bookmarklet = `[href^="javascript:void open('${server.publicUrl}/add#page='"]`;
      const links = `main a[href^="javascript:" i]:not(${bookmarklet}), main a[href^="data:" i]`;
      expect(await page.locator(`iframe, base, main script, ${links}`).count()).toBe(0);
    }
  }
  const query = encodeURIComponent(`<img src=x onerror=${RUN}>`);
  for (const path of [`/search?q=${query}`, `/login?next=javascript:${RUN}`, '/api/docs']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(runs).toBe(0);
  await page.evaluate('run()'); // shows that the page counts its calls of `run`
  expect(runs).toBe(1);
});
