import { expect, test } from 'bun:test';
import { previews } from '../../db/schema';
import { SIZES } from '../support/browser';
import { ann } from '../support/cast';
import { HOUR } from '../support/clock';
import { visit } from '../support/visit';

test('a hashtag does not break at its hyphens', async () => {
  const text = `${'Each of these tags is on one line: '.repeat(3) + '#road-trip-to-the-sea '.repeat(9)}indeed`;
  const { page } = await visit('/all-texts', { texts: [text], size: 'phone' });
  const hashtags = page.getByRole('article').locator('p').getByRole('link');
  await hashtags.first().waitFor();
  const lines = await hashtags.evaluateAll((links) => links.map((link) => link.getClientRects().length));
  const heights = await hashtags.evaluateAll((links) => links.map((link) => link.clientHeight));
  expect(lines).toEqual(Array(9).fill(1));
  expect(Math.max(...heights)).toBeLessThan(30);
});

test('a printed card has no age, and no gap for a preview that is still loading', async () => {
  const { page } = await visit('/about:blank', { texts: ['Menu https://example.com/menu #food'] });
  await page.route('**/trpc/previews.get*', () => {}); // never answered
  await page.goto('/tag/private/food');
  const card = page.getByRole('article');
  const [preview, age] = [card.getByLabel('Loading preview'), card.getByText('just now')];
  await preview.waitFor();
  expect(await age.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await preview.isVisible()).toBe(false);
  expect(await age.isVisible()).toBe(false);
  expect(await card.getByText(/^\d\d\/\d\d\/\d\d/).isVisible()).toBe(true);
});

test('a text of one line takes 88 pixels at most, and eight of them fill a phone', async () => {
  const texts = Array.from({ length: 12 }, (_, n) => `Ramen number ${n} #trip-to-oslo`);
  for (const size of ['laptop', 'phone'] as const) {
    const { page } = await visit('/all-texts', { texts, size });
    const cards = page.getByRole('article');
    await cards.first().waitFor();
    const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
    for (const { height } of boxes) expect(height).toBeLessThanOrEqual(88);
    if (size === 'laptop') continue;
    const { height } = (await page.locator('header').first().boundingBox())!;
    expect(boxes[7].bottom - boxes[0].top).toBeLessThanOrEqual(SIZES.phone.height - height);
  }
});

test('hashtags at the end of a text are shown only as chips, and each hashtag is one Tab stop', async () => {
  const { page } = await visit('/all-texts', {
    texts: ['The #food market is at the #house today #food #trip'],
  });
  const card = page.getByRole('article');
  await card.getByText('market').waitFor();
  expect(await card.locator('p').textContent()).toBe('The #food market is at the #house today');
  const chips = card.getByRole('list', { name: 'Tags' });
  expect(await chips.getByRole('link').allInnerTexts()).toEqual(['#food', '#house', '#trip']);
  const stops = () =>
    card
      .getByRole('link')
      .evaluateAll((links) => links.filter(({ tabIndex }) => tabIndex >= 0).map((link) => link.textContent));
  expect(await stops()).toEqual(['#food', '#house', '#trip']);

  await page.goto('/tag/private/food');
  await card.getByText('market').waitFor();
  expect(await chips.getByRole('link').allInnerTexts()).toEqual(['#house', '#trip']);
  expect(await stops()).toEqual(['#food', '#house', '#trip']);
});

test('a link alone is visible only without its preview, but always found, copied and printed', async () => {
  const [shown, failed] = ['https://a.example/shown', 'https://b.example/failed'];
  const kept = [
    { url: shown, finalUrl: shown, title: 'Shown page', state: 'shown', expiresAt: Date.now() + HOUR },
    { url: failed, finalUrl: failed, state: 'error', expiresAt: Date.now() + HOUR },
  ] as const;
  const { page } = await visit('/all-texts', {
    texts: [`${shown} #food`, `${failed} #food`],
    before: ({ app }) =>
      app.db
        .insert(previews)
        .values([...kept])
        .run(),
  });
  const [withPreview, without] = [page.getByText(shown), page.getByRole('link', { name: failed })];
  await page.getByText('Shown page').waitFor();
  await without.waitFor();
  expect((await without.boundingBox())?.height).toBeGreaterThan(15);
  const card = page.getByRole('article').filter({ hasText: 'Shown page' });
  expect((await withPreview.boundingBox())?.height).toBeLessThan(2);
  expect(await card.getByRole('link').count()).toBe(2); // the preview and the hashtag
  await card.evaluate((card) => getSelection()?.selectAllChildren(card));
  expect(await page.evaluate(() => `${getSelection()}`)).toContain(shown);
  await page.emulateMedia({ media: 'print' });
  expect((await withPreview.boundingBox())?.height).toBeGreaterThan(15);
});

const TEXTS = [
  'Ferry leaves at nine, be there at eight, and bring the good coffee for everybody on board #food',
  'Milk\nEggs\n\nBread, the dark one with seeds from the bakery by the bridge\n- butter\n- jam #food',
  'Try the #food market near the #garden on Friday before the rain comes #food #gifts #trip-to-oslo #recipes',
  'Chips #a-first-board #b-second-board #c-third-board #d-fourth-board #e-fifth #f-sixth',
  'One chip #a-very-long-hashtag-that-never-ends-and-goes-on-and-on',
  'مرحبا بالعالم، هذا نص طويل قليلا من اليمين إلى اليسار ويستمر حتى السطر الثاني #food',
  '東京のラーメン屋リスト：一蘭、すみれ、六厘舎。朝は早く行ってください、行列ができます。 #food',
  'Café Zürich — “the best” cinnamon rolls… £4.50 each, 10–18h, 3½ stars',
  'state-of-the-art well-known mother-in-law up-to-date long-distance round-the-clock run-of-the-mill',
  'Look at /a/very/long/path/that/goes/on/and/never/ends?and=on&with=many&query=parameters today',
  `${'x'.repeat(90)} #food`,
  '🎉🎂 #food',
  `${'A long text that is folded because it has very many words. '.repeat(14)} #food`,
  Array.from({ length: 20 }, (_, line) => `Line ${line}`).join('\n'),
  '#food',
];

for (const size of ['laptop', 'tablet', 'phone'] as const)
  test(`cards have the height that was estimated, so nothing jumps: ${size}`, async () => {
    const { page } = await visit('/all-texts', {
      before: async (server) => {
        const { post } = await server.introduce(ann);
        for (const content of [...TEXTS, ...TEXTS.toReversed()]) await post('/api/messages', { content });
      },
      size,
    });
    const feed = page.getByRole('feed');
    await feed.getByRole('article').first().waitFor();
    const height = () => feed.evaluate((feed) => feed.clientHeight);
    const estimated = await height();

    // scrolls from the end upwards, over cards that the page has not drawn before
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const movedBy = () =>
      page.evaluate(async () => {
        const frame = () => new Promise((next) => requestAnimationFrame(next));
        await frame();
        await frame();
        const middle = document.elementFromPoint(innerWidth - 60, innerHeight / 2);
        const card = middle?.closest('article') ?? document.querySelector('article')!;
        const before = card.getBoundingClientRect().top;
        scrollBy(0, -150);
        await frame();
        await frame();
        return Math.round(card.getBoundingClientRect().top - before);
      });
    while (await page.evaluate(() => scrollY > 150)) expect(await movedBy()).toBe(150);
    expect(Math.abs((await height()) - estimated)).toBeLessThanOrEqual(2);
  });
