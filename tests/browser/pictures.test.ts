import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { media } from '../../db/schema';
import { widthsOf } from '../../src/contract/picture-widths';
import { filePath, widthName, widthPath } from '../../src/media/files';
import { findOrMakeWidth } from '../../src/media/widths';
import { upload } from '../media/upload';
import { ann } from '../support/cast';
import { colorPng, phonePhotos } from '../support/pictures';
import { type TestServer, until } from '../support/server';
import { startServer, visit } from '../support/visit';

test('photos stop loading when the person goes to another board', async () => {
  const { page, sidebar } = await visit('/tag/private/food', {
    texts: ['Ramen #food'],
    before: async (server) => {
      const hers = await server.introduce(ann);
      for (let n = 0; n < 7; n++) {
        const { body } = await upload(hers, [colorPng(40 + n, 30), 'image/png', 'sea.png']);
        await hers.post('/api/messages', { tags: ['sea'], mediaIds: body.map(({ id }) => id) });
      }
    },
  });
  const [asked, stopped] = [new Set<string>(), new Set<string>()];
  await page.route('**/api/media/**', (route) => void asked.add(route.request().url())); // never answered
  page.on('requestfailed', (request) => stopped.add(request.url()));
  await sidebar.getByRole('link', { name: 'sea' }).click();
  await until(() => asked.size === 7);
  expect(stopped.size).toBe(0);
  await sidebar.getByRole('link', { name: 'food' }).click();
  await page.getByRole('article').getByText('Ramen').waitFor();
  await until(() => stopped.size === 7);
});

test('a picture that stays on the page is loaded after all', async () => {
  const { server, page, sidebar } = await visit('/');
  const picture = 'https://example.com/ann.png';
  await server.as(ann).put('/api/profile', { firstName: 'Ann', lastName: 'Lee', avatarUrl: picture });
  let asked = 0;
  await page.route('**/api/avatars/*', (route) => {
    asked += 1;
    if (asked > 1) void route.fulfill({ contentType: 'image/png', body: Buffer.from(colorPng(20, 20)) });
  });
  await page.goto('/');
  const avatar = sidebar.locator('img');
  await until(() => asked === 1);
  await page.getByRole('link', { name: 'All Texts' }).click();
  await until(() => avatar.evaluate((picture) => (picture as HTMLImageElement).naturalWidth === 20));
});

test('a tall photo stays within its place in Add Card', async () => {
  const { page, dialog } = await visit('/all-texts');
  await page.getByRole('button', { name: 'Add Card' }).click();
  const tall = { name: 'tall.png', mimeType: 'image/png', buffer: Buffer.from(colorPng(60, 240)) };
  await dialog.locator('input[type=file]').setInputFiles(tall);
  const picture = await dialog.getByRole('img', { name: 'tall.png' }).boundingBox();
  const button = await dialog.getByRole('button', { name: 'Add photos' }).boundingBox();
  expect(picture!.y + picture!.height).toBeLessThan(button!.y);
  expect(picture!.height).toBe(80);
});

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

test('a board of 17 photos costs less than 0.6 MB and moves nothing', async () => {
  const server = await startServer();
  const hers = await server.introduce(ann);
  const [wide, tall] = await phonePhotos();
  const { body } = await upload(hers, [wide!, 'image/jpeg', 'wide.jpg'], [tall!, 'image/jpeg', 'tall.jpg']);
  let stored = 0;
  for (let n = 0; n < 17; n++) {
    const { id, bytes } = await copyPhoto(server, body[n % 2]!.id);
    await hers.post('/api/messages', { tags: ['sea'], mediaIds: [id] });
    stored += bytes;
  }
  expect(stored).toBeGreaterThan(7_300_000);
  // does not begin at the dashboard, which would put photos of the board into the browser's cache
  const { page } = await visit('/notifications', { server });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        if (sources.some(({ node }) => node?.parentElement?.closest('[role=feed]'))) shifts.push(value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/tag/private/sea');
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/media/'))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).transferSize })),
    );
  // if a card is scrolled out of view before its photo has arrived, the browser stops loading the photo
  const haveArrived = () => page.evaluate(() => [...document.images].every(({ complete }) => complete));
  await until(async () => {
    if (await haveArrived()) await page.mouse.wheel(0, 500);
    return (await loaded()).length >= 17;
  });
  const pictures = await loaded();
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(17);
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
  expect(Math.min(...pictures.map((picture) => picture.bytes))).toBeGreaterThan(1000); // none is from a cache
  expect(bytes).toBeLessThan(600_000);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

/** A copy is faster than uploading 17 photos of 12 megapixels and making their widths. */
async function copyPhoto({ app }: TestServer, id: number): Promise<{ id: number; bytes: number }> {
  const { id: _, ...row } = app.db.select().from(media).where(eq(media.id, id)).get()!;
  const [original, file] = [row.file!, randomBytes(16).toString('hex')];
  copyFileSync(filePath(app, original), filePath(app, file));
  for (const width of widthsOf(row.width!)) {
    const made = await findOrMakeWidth(app, original, width, 'webp');
    copyFileSync(made!, widthPath(app, widthName(file, width, 'webp')));
  }
  return {
    id: app.db
      .insert(media)
      .values({ ...row, file })
      .returning()
      .get()!.id,
    bytes: row.bytes!,
  };
}
