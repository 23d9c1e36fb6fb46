import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { blockedNumbers, media } from '../../../db/schema';
import { deleteSharedBoard, removeMember } from '../../../src/boards/leaving';
import { renameShared } from '../../../src/boards/naming';
import { openBoard, showOwn } from '../../../src/boards/pages/open-boards';
import { publish, unpublish } from '../../../src/boards/pages/pages';
import { invite } from '../../../src/boards/sharing';
import { storeUpload } from '../../../src/media/media';
import { deleteAccount } from '../../../src/messages/delete-account';
import { removeOwnMessage, takeOffBoard } from '../../../src/messages/removal';
import { setPreference } from '../../../src/notices/preferences';
import { bob, cho } from '../../support/cast';
import { ensureUser } from '../../support/people';
import { recipes, SETTINGS, type World } from './world';

const PRIVATE = ['Ann Lee', 'Ray', '2025550', 'for-mum', 'Quux', 'secret-alt'];

test('a visitor reads words and pictures by first names, and nothing that is private', async () => {
  await using world = await recipes();
  const { app, owner, member, post, read, url, hers, his, cake } = world;
  const card = await storeUpload(app, member, {
    bytes: new TextEncoder().encode('BEGIN:VCARD\nTEL:+12025550199\nEND:VCARD'),
    type: 'text/vcard',
    name: 'Mr Quux.vcf',
  });
  app.db.update(media).set({ alt: 'A slice #secret-alt' }).where(eq(media.id, hers)).run();
  post(member, 'Ask her #recipes', [card.id]);
  post(member, 'With limes!', [], cake);
  post(owner, '#recipes');
  post(owner, '<script>alert(1)</script> "&" #recipes');
  const { text, headers } = await read();
  for (const shown of [
    '#recipes',
    'Published by Ann',
    '<strong>Bob</strong>',
    'Leek soup',
    'Ask her',
    '1 other file only for members',
    '<blockquote>Ann: Lemon cake',
    '&lt;script&gt;',
    'href="https://example.com/cake"',
    `og:image" content="${url}/media/${his}/1280"`,
    `${new URL(url).pathname}/media/${hers}/640`,
    'name="robots" content="noindex',
    'alt="A slice"',
  ])
    expect(text).toContain(shown);
  for (const hidden of [...PRIVATE, 'secret-diet', 'vcf', '<script>', `media/${card.id}`])
    expect(text).not.toContain(hidden);
  expect(text.match(/<article/g)).toHaveLength(5);
  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('content-security-policy')).not.toContain('script-src');
  const known = await read('', { headers: { 'if-none-match': headers.get('etag')! } });
  expect([known.status, known.text]).toEqual([304, '']);

  const atom = await read('feed.atom');
  expect([atom.status, atom.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  const feed = JSON.parse((await read('feed.json')).text);
  expect(feed.items.map((item: { content_text: string }) => item.content_text)).toContain('Leek soup');
  for (const words of [atom.text, JSON.stringify(feed)]) {
    expect(words).toContain(`${url}/media/${his}/1280`);
    for (const hidden of PRIVATE) expect(words).not.toContain(hidden);
  }
  const first = feed.items.at(-1).url.replace(url, '');
  expect((await read(first.slice(0, first.indexOf('#')))).text).toContain('Lemon cake');
  const picture = await read(`media/${hers}/640`);
  expect([picture.status, picture.headers.get('content-disposition')]).toEqual([200, null]);
  for (const path of [
    `media/${card.id}`,
    `media/${hers}`,
    `media/${hers}/639`,
    'media/x/320',
    'media/999/320',
  ])
    expect([path, await world.statusOf(path)]).toEqual([path, 404]);
});

test('what somebody posts shows only while they agree and are on the board', async () => {
  const ends: Record<string, (world: World) => unknown> = {
    'a withdrawal': ({ app, member }) => showOwn(app, member, 'recipes', { audience: 'page', shown: false }),
    'leaving and coming back': ({ app, member, owner, id }) => {
      removeMember(app, member, id, member.id);
      invite(app, owner, 'recipes', bob.phone);
    },
    'deleting the message': ({ app, member, soup }) => removeOwnMessage(app, member, soup),
    'taking it off the board': ({ app, owner, id, soup }) => takeOffBoard(app, owner, id, soup),
    'deleting the account': ({ app, member }) => deleteAccount(app, member),
    'another licence': ({ app, owner }) =>
      publish(app, owner, 'recipes', { licence: 'CC0-1.0', indexed: false }),
    'search engines': ({ app, owner }) => publish(app, owner, 'recipes', { licence: 'none', indexed: true }),
  };
  for (const [name, end] of Object.entries(ends)) {
    await using world = await recipes();
    const { read, his, hers } = world;
    const etag = (await read()).headers.get('etag')!;
    expect([name, await world.statusOf(`media/${his}/320`)]).toEqual([name, 200]);
    await end(world);
    const { text, status } = await read('', { headers: { 'if-none-match': etag } });
    expect({ name, status, soup: text.includes('soup'), cake: text.includes('cake') }).toEqual({
      ...{ name, status: 200, soup: false, cake: true },
    });
    expect([name, await world.statusOf(`media/${his}/320`)]).toEqual([name, 404]);
    expect([name, await world.statusOf(`media/${hers}/320`)]).toEqual([name, 200]);
  }
});

test('an unpublished board is gone at once, and its address never comes back', async () => {
  await using world = await recipes();
  const { app, owner, member, url, id, hers } = world;
  renameShared(app, owner, id, 'kitchen');
  expect((await world.read()).text).toContain('<h1>#kitchen</h1>');
  unpublish(app, owner, 'kitchen');
  const gone = await world.read();
  expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  for (const path of ['feed.atom', 'feed.json', `media/${hers}/320`])
    expect([path, await world.statusOf(path)]).toEqual([path, 404]);
  const again = publish(app, owner, 'kitchen', { licence: 'CC-BY-4.0', indexed: true }).page!;
  expect(again.url).not.toBe(url);
  expect(await world.statusOf('')).toBe(404);
  const page = await fetch(again.url);
  const text = await page.text();
  for (const shown of ['rel="license"', 'CC BY 4.0', 'rel="canonical"', 'Lemon cake'])
    expect(text).toContain(shown);
  expect([page.headers.get('x-robots-tag'), text.includes('soup'), text.includes('noindex')]).toEqual([
    null,
    false,
    false,
  ]);
  expect(openBoard(app, member, 'kitchen').shown.page).toBe(false);
  const link = world.guestUrl();
  const blocked = { phone: owner.phone, reason: 'Advertising', blockedBy: null, blockedAt: app.now() };
  app.db.insert(blockedNumbers).values(blocked).run();
  expect([(await fetch(again.url)).status, (await fetch(link)).status]).toEqual([404, 404]);
  app.db.delete(blockedNumbers).run();
  expect((await fetch(again.url)).status).toBe(200);
  deleteSharedBoard(app, owner, id);
  expect((await fetch(again.url)).status).toBe(404);
});

test('members are told and asked once, unless they muted the board', async () => {
  await using world = await recipes();
  const { app, owner, member, id } = world;
  const told = (phone: string) => app.outbox(phone).filter(({ body }) => body.includes('only if you agree'));
  expect(told(bob.phone).map(({ body }) => body)).toEqual([
    expect.stringContaining('Ann Lee lets everybody with the address of its page read #recipes.'),
  ]);
  expect(told(owner.phone)).toEqual([]);
  publish(app, owner, 'recipes', SETTINGS);
  expect(told(bob.phone)).toHaveLength(1);
  setPreference(app, member, id, false);
  unpublish(app, owner, 'recipes');
  publish(app, owner, 'recipes', SETTINGS);
  expect(told(bob.phone)).toHaveLength(1);
  expect(() => showOwn(app, owner, 'recipes', { audience: 'page', shown: false })).toThrow(
    'close it instead',
  );
  expect(() => publish(app, ensureUser(app, cho), 'recipes', SETTINGS)).toThrow('Board not found');
  world.post(owner, 'Thoughts');
  expect(() => publish(app, owner, 'uncategorized', SETTINGS)).toThrow('cannot be opened to others');
});

test('older and newer pages show every message once, in order', async () => {
  await using world = await recipes();
  const numbers = Array.from({ length: 65 }, (_, n) => n + 1);
  for (const n of numbers) {
    if (n % 3 === 0) world.app.clock.advance(1);
    world.post(world.owner, `Step ${n}. #recipes`);
  }
  const walk = async (from: string, rel: string) => {
    const pages: string[][] = [];
    let path: string | undefined = from;
    let last = from;
    while (path !== undefined) {
      last = path;
      const { text } = await world.read(path);
      pages.push([...text.matchAll(/<p class="text" dir="auto">(Step \d+|\w+)/g)].map(([, one = '']) => one));
      path = new RegExp(`rel="${rel}" href="[^"?]*([^"]*)"`).exec(text)?.[1];
    }
    return { pages, last };
  };
  const all = [...numbers.toReversed().map((n) => `Step ${n}`), 'Leek', 'Lemon'];
  const down = await walk('', 'next');
  expect(down.pages.map((page) => page.length)).toEqual([30, 30, 7]);
  expect(down.pages.flat()).toEqual(all);
  const up = await walk(down.last, 'prev');
  expect(up.pages.toReversed().flat()).toEqual(all);
  expect((await world.read('?before=nonsense')).text).toContain('Step 65.');
});

test('a stranger who asks too often waits, and others do not', async () => {
  await using world = await recipes({ TRUST_PROXY: '1' });
  const from = (address: string) => world.read('', { headers: { 'x-forwarded-for': address } });
  for (let n = 0; n < 240; n++) await from('203.0.113.9');
  const late = await from('203.0.113.9');
  expect([late.status, late.headers.get('retry-after') !== null]).toEqual([429, true]);
  expect(late.text).toContain('Too many pages at once.');
  expect((await from('203.0.113.10')).status).toBe(200);
});
