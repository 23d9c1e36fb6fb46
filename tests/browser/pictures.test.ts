import { expect, test } from 'bun:test';
import { upload } from '../media/upload';
import { ann } from '../support/cast';
import { colorPng } from '../support/pictures';
import { until } from '../support/server';
import { visit } from '../support/visit';

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
