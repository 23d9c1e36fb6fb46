import { expect, test } from 'bun:test';
import { upload } from '../media/upload';
import { axeViolations, holdRequests, tabTo } from '../support/browser';
import { ann } from '../support/cast';
import { colorPng, videoWithLocation } from '../support/pictures';
import { until } from '../support/server';
import { beforeTests } from '../support/test-end';
import { chooseOnCard, pollNow, untilFocused, visit } from '../support/visit';

type How = NonNullable<Parameters<typeof visit>[1]>;

async function visitPhotos(count: number, { width = 180, ...how }: How & { width?: number } = {}) {
  const photos = Array.from({ length: count }, (_, n) => colorPng(width + n, width / 1.5, [20 * n, 90, 160]));
  const tab = await visit(null, how);
  const { page } = tab;
  const client = tab.server.as(ann);
  const { body: files } = await upload(
    client,
    ...photos.map((bytes, n): [typeof bytes, string, string] => [bytes, 'image/png', `sea ${n + 1}.png`]),
  );
  const mediaIds = files.map(({ id }) => id);
  const message = { content: 'The whole coast', tags: ['sea'], mediaIds };
  const { id } = (await client.post<{ id: number }>('/api/messages', message)).body;
  await page.goto('/tag/private/sea');
  const box = page.getByRole('dialog', { name: 'Photos from Ann Lee' });
  return {
    ...tab,
    ...{ box, client, id, files },
    tile: (number: number) => page.getByRole('button', { name: `Attachment ${number} from Ann Lee` }),
    shown: (number: number) => box.getByRole('img', { name: `Attachment ${number} from Ann Lee` }),
  };
}

const six = beforeTests(() => visitPhotos(6));

async function sixPhotos() {
  const { page, box } = six();
  if (await box.isVisible()) await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  return six();
}

test('six photos are four tiles; the last one tells of two more', async () => {
  const { page, tile, looksRightEverywhere } = await sixPhotos();
  const card = page.getByRole('article');
  await tile(4).waitFor();
  expect(await card.getByRole('img').count()).toBe(4);
  expect(await tile(4).textContent()).toMatch(/^\+2/);
  expect(await card.locator('a[target=_blank]').count()).toBe(0);
  await looksRightEverywhere('photos');
});

test('a photo opens over the page, and arrows lead to those without a tile', async () => {
  const { page, box, tile, shown, looksRightEverywhere } = await sixPhotos();
  await tabTo(page, /^Attachment 3/).catch(() => tile(3).focus());
  await page.keyboard.press('Enter');
  await shown(3).waitFor();
  await box.getByText('3 of 6').waitFor();
  await box.getByText('The whole coast').waitFor();
  await box.getByText('Ann Lee').waitFor();
  await looksRightEverywhere('lightbox');
  for (const number of [4, 5, 6]) {
    await page.keyboard.press('ArrowRight');
    await shown(number).waitFor();
  }
  await box.getByText('6 of 6').waitFor();
  expect(await box.getByRole('button', { name: 'Next' }).count()).toBe(0);
  await box.getByRole('button', { name: 'Previous' }).click();
  await box.getByText('5 of 6').waitFor();
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('[role=dialog]') !== null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await untilFocused(tile(3));
});

test('Back closes the viewer and stays on the page; a reload shows the page', async () => {
  const { page, box, tile } = await sixPhotos();
  const address = page.url();
  await tile(1).click();
  await box.waitFor();
  await page.goBack();
  await box.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  await tile(1).click();
  await box.waitFor();
  expect(page.url()).toBe(address);
  await page.reload();
  await tile(1).waitFor();
  expect(await box.count()).toBe(0);
});

test('the original file is downloaded under its name', async () => {
  const { page, box, tile, files, client } = await sixPhotos();
  await tile(2).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sea 2.png');
  const { headers } = await client.get(`${files[1]!.url}?download`);
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''sea%202.png");
});

test('a photo among search results opens too', async () => {
  const { page, box, tile, shown } = await sixPhotos();
  await page.goto('/search?q=coast');
  await tile(2).click();
  await shown(2).waitFor();
  await box.getByText('2 of 6').waitFor();
});

test('a photo on a slow line shows its colours first', async () => {
  const { page, box, tile, shown } = await visitPhotos(5, { width: 900 });
  await tile(1).locator('img').waitFor();
  const { release } = await holdRequests(page, '**/api/media/*/1280*');
  // in a window of this size, the viewer requests photos that are 1280 pixels wide; the test holds these
  // requests back
  await page.setViewportSize({ width: 1400, height: 900 });
  await tile(1).click();
  await box.getByText('1 of 5').waitFor();
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await box.getByText('5 of 5').waitFor();
  const colors = box.locator('img.pswp__img--placeholder[src^="data:image/bmp"]');
  await colors.last().waitFor();
  release();
  await shown(5).waitFor();
  await until(() => shown(5).evaluate((photo) => (photo as HTMLImageElement).naturalWidth > 640));
});

test('a person who looks at a photo is told when it is deleted', async () => {
  const { page, box, tile, client, id } = await visitPhotos(5, {
    expected: [/404/],
    fakeClock: true,
  });
  await tile(1).click();
  await box.getByText('The whole coast').waitFor();
  await client.delete(`/api/messages/${id}`);
  await pollNow(page);
  await box.getByText('This message was deleted.').waitFor();
  expect(await box.getByText('The whole coast').count()).toBe(0);
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await box.getByText('This photo was deleted.').last().waitFor();
});

test('a video beside photos plays in the viewer', async () => {
  const { server, page, dialog } = await visit(null);
  const { body } = await upload(
    server.as(ann),
    [colorPng(90, 60), 'image/png', 'one.png'],
    [videoWithLocation(), 'video/mp4', 'film.mp4'],
    [new TextEncoder().encode('%PDF-1.7'), 'application/pdf', 'plan.pdf'],
  );
  await server.as(ann).post('/api/messages', { tags: ['sea'], mediaIds: body.map(({ id }) => id) });
  await page.goto('/tag/private/sea');
  await page.getByRole('button', { name: 'Video 2 from Ann Lee' }).click();
  const film = dialog.locator('video');
  await dialog.getByText('2 of 2').waitFor();
  expect(await film.evaluate((video) => (video as HTMLVideoElement).controls)).toBe(true);
  expect(await film.getAttribute('src')).toBe(body[1]!.url);
});

test('a finger swipes to the next photo and down to the page', async () => {
  const { page, context, box, tile } = await visitPhotos(3, { size: 'phone' });
  await tile(1).tap();
  await box.getByText('1 of 3').waitFor();
  const touch = await context.newCDPSession(page);
  const swipe = async (from: [number, number], to: [number, number]) => {
    for (let step = 0; step <= 10; step++) {
      const [x, y] = from.map((start, axis) => start + ((to[axis]! - start) * step) / 10) as [number, number];
      const type = step === 0 ? 'touchStart' : 'touchMove';
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe([330, 400], [30, 400]);
  await box.getByText('2 of 3').waitFor();
  await swipe([195, 350], [195, 760]);
  await box.waitFor({ state: 'detached' });
});

test('a search marks its word in the photo, also when it is enlarged', async () => {
  const { server, page, box } = await visitPhotos(1, { size: 'phone', width: 900 });
  // stores two words as if the server had read them in the photo; the searched word is right of the middle
  server.app.db.$client.run(
    `update media set words = 'OPEN HARBOUR', word_places = '[8,[[["OPEN",0.2,0.4,0.1,0.05],["HARBOUR",0.6,0.4,0.2,0.05]]]]'`,
  );
  await page.goto('/search?q=harbour');
  const line = page.getByRole('button', { name: 'In the photo OPEN HARBOUR' });
  await line.waitFor();
  expect(await page.getByRole('img', { name: 'with the words: OPEN HARBOUR' }).count()).toBe(1);
  await line.click();
  const mark = box.locator('.lightbox-marks span');
  await mark.waitFor();
  expect(await mark.count()).toBe(1);
  const isInPlace = async (wider: number) => {
    const photo = await box.locator('img.pswp__img:not(.pswp__img--placeholder)').boundingBox();
    const marked = await mark.boundingBox();
    if (!photo || !marked || photo.width <= wider) return null;
    const x = (marked.x + marked.width / 2 - photo.x) / photo.width;
    const y = (marked.y + marked.height / 2 - photo.y) / photo.height;
    return Math.abs(x - 0.6) < 0.01 && Math.abs(y - 0.4) < 0.01 ? photo.width : null;
  };
  const fitted = await until(() => isInPlace(0));
  await box.getByRole('button', { name: 'Zoom' }).click();
  await until(() => isInPlace(fitted + 1));
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
});

test('the sender describes a photo, and its button is named by the description', async () => {
  const { page, dialog, tile } = await visitPhotos(1);
  await tile(1).waitFor();
  await chooseOnCard(page, 'Edit');
  await dialog.getByLabel('Description of the photo').fill('Waves at the harbour wall');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Waves at the harbour wall' }).waitFor();
});
