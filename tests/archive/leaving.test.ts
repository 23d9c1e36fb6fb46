import { expect } from 'bun:test';
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import matter from 'gray-matter';
import parseBookmarks from 'node-bookmarks-parser';
import { z } from 'zod';
import type { User } from '../../db/schema';
import { openBundle } from '../../src/archive/bundle';
import type { Format } from '../../src/archive/export-formats';
import { legalName } from '../../src/archive/file-names';
import { importFile } from '../../src/archive/import';
import { titleOf } from '../../src/archive/titles';
import { storeUpload } from '../../src/media/media';
import { allMessages } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann } from '../support/cast';
import { MINUTE } from '../support/clock';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { colorPng } from '../support/pictures';
import { exportTo } from './fill-server';
import { readNotes } from './fixtures';

const TWO_LINKS =
  'Compare these. Then buy:\nhttps://a.example/?x=1&y=2 and shop.example.org/lamp #lamps #to-read';
const LONG = `Everything about lamps. ${'灯 is a lamp. '.repeat(700)}`;

async function fill(app: TestApp, user: User) {
  const post = (content: string, more: { replyTo?: number; mediaIds?: number[]; tags?: string[] } = {}) => {
    app.clock.advance(MINUTE);
    return create(app, user, { content, source: 'sms', ...more });
  };
  const upload = async (bytes: Uint8Array<ArrayBuffer>, type: string, name: string | null) =>
    (await storeUpload(app, user, { bytes, type, name })).id;
  const letter = await upload(Buffer.from('A letter'), 'text/plain', 'con: a [b].txt');
  const photo = await upload(colorPng(2, 1), 'image/png', null);
  const first = post('What: a "lamp"? <b> #2024 #con', { mediaIds: [letter, photo] });
  post('What: a "lamp"? <b> #2024 #con');
  post('WHAT - a lamp - b #con');
  post('Green, *says* Ann', { replyTo: first });
  post(TWO_LINKS);
  post('https://untitled.example/page #lamps');
  post(`---\nid: "x"\n---\n${'👩‍👩‍👧'.repeat(60)} #家 #lamps`);
  post('', { mediaIds: [await upload(colorPng(1, 2), 'image/png', 'Lamp.PNG')], tags: ['lamps'] });
  post(LONG, { tags: ['lamps', 'light'] });
  app.db.$client.run(
    `insert into previews (url, final_url, state, title, expires_at) values (?1, ?1, 'shown', ' A lamp\n& more', 9e15)`,
    ['https://shop.example.org/lamp'],
  );
}

/** What another program finds in the export, by path if it is a zip. */
async function exported(app: TestApp, user: User, format: Format) {
  using files = tempFolder();
  const bytes = await exportTo(app, user, files.file('export'), format);
  const bundle = await openBundle(files.file('export'));
  const entries = new Map<string, Buffer>();
  if (bundle.kind === 'zip')
    for (const path of bundle.paths)
      entries.set(path, Buffer.concat(await Array.fromAsync(bundle.chunks(path))));
  bundle.close();
  return { whole: bytes.toString(), entries };
}

test('a bookmark file has every link with a title of one line, its tags and what is to be read', async ({
  app,
  user,
}) => {
  await fill(app, user);
  const { whole } = await exported(app, user, 'bookmarks');
  const found = parseBookmarks(whole).flatMap(({ children = [] }) => children);
  expect(found.map(({ url, title }) => ({ url, title }))).toEqual([
    { url: 'https://a.example/?x=1&y=2', title: 'Compare these.' },
    { url: 'https://shop.example.org/lamp', title: 'A lamp & more' },
    { url: 'https://untitled.example/page', title: 'https://untitled.example/page' },
  ]);
  expect(found.map(({ addDate }) => Number(addDate))).toEqual(
    [5, 5, 6].map((minutes) => Math.floor((app.now() + (minutes - 9) * MINUTE) / 1000)),
  );
  expect(whole.match(/TAGS="lamps,to-read" TOREAD="1"/g)).toHaveLength(2);
  expect(whole.match(/TOREAD/g)).toHaveLength(2);

  await using other = testApp();
  using files = tempFolder();
  await Bun.write(files.file('links.html'), whole);
  const as = ensureUser(other, ann);
  expect(await importFile(other, files.file('links.html'), { as })).toMatchObject({ messages: 2, known: 0 });
  expect(allMessages(other, as)[1]).toMatchObject({ content: TWO_LINKS, tags: ['lamps', 'to-read'] });
});

const FRONT = z.object({
  date: z.date(),
  created: z.iso.datetime(),
  boards: z.array(z.string()).min(1),
  tags: z.array(z.string().regex(/[^\d]/)),
  title: z.string().regex(/^.+$/).optional(),
  'reply-to': z.string().optional(),
});
const ILLEGAL = /[\\:*?"<>|#^[\]\p{Cc}]|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)|[. ](\/|$)|(^|\/)[. ]/iu;

test('a vault for Obsidian has legal names, front matter, files and links that lead somewhere', async ({
  app,
  user,
}) => {
  await fill(app, user);
  const { entries } = await exported(app, user, 'obsidian');
  const paths = [...entries.keys()];
  expect(paths.filter((path) => ILLEGAL.test(path) || Buffer.byteLength(path) > 250)).toEqual([]);
  expect(new Set(paths.map((path) => path.normalize('NFD').toLowerCase())).size).toBe(paths.length);
  const notes = paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => {
      const { data, content } = matter(entries.get(path)!.toString());
      return { path, ...FRONT.parse(data), content };
    });
  expect(notes.map(({ path }) => path.replace(/\d{4}-\d\d-\d\d/, 'DAY'))).toEqual([
    '2024/DAY What a lamp.md',
    '2024/DAY What a lamp 2.md',
    '_con/DAY WHAT - a lamp - b.md',
    '2024/DAY Green, says Ann.md',
    'lamps/DAY Compare these.md',
    'lamps/DAY Note.md',
    expect.stringMatching(/^家\/DAY id x\.md$/),
    'lamps/DAY Photo.md',
    'lamps/DAY Everything about lamps.md',
  ]);
  expect(notes[0]).toMatchObject({ boards: ['2024', 'con'], tags: ['con'], title: 'What: a "lamp"?' });
  const links = notes.flatMap((note) =>
    [...`${note['reply-to'] ?? ''}${note.content}`.matchAll(/\[\[([^\]]+)\]\]/g)].map(
      ([, link = '']) => link,
    ),
  );
  expect(links).toHaveLength(4);
  for (const link of links) expect(paths).toContain(posix.extname(link) ? link : `${link}.md`);
  expect(notes[3]!['reply-to']).toBe(`[[${notes[0]!.path.replace('.md', '')}]]`);
  expect(notes[4]!.content).toBe(`\n${TWO_LINKS}\n`);
});

/** Written from `zExportSchema` in packages/shared/import-export/exporters.ts of karakeep, which is AGPL. */
const KARAKEEP = z.strictObject({
  bookmarks: z.array(
    z.strictObject({
      createdAt: z.int().positive(),
      title: z.string().max(1000).nullable(),
      tags: z.array(z.string()),
      lists: z.array(z.string()),
      content: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('link'), url: z.url() }),
        z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
      ]),
      note: z.string().nullable(),
      archived: z.boolean(),
    }),
  ),
  lists: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().min(1).max(100),
      description: z.string().nullable(),
      icon: z.string().min(1),
      type: z.enum(['manual', 'smart']),
      query: z.string().nullable(),
      parentId: z.string().nullable(),
    }),
  ),
});

test('a file for karakeep has links and texts on lists, and names what karakeep cannot take', async ({
  app,
  user,
}) => {
  await fill(app, user);
  const { whole } = await exported(app, user, 'karakeep');
  const { bookmarks, lists } = KARAKEEP.parse(JSON.parse(whole));
  expect(lists.map(({ id }) => id).sort()).toEqual(
    [...new Set(allMessages(app, user).flatMap(({ tags }) => tags))].sort(),
  );
  expect(bookmarks).toHaveLength(10);
  expect(bookmarks[0]!.content).toEqual({
    type: 'text',
    text: 'What: a "lamp"? <b> #2024 #con\n\nFile: con: a [b].txt\nFile: image/png',
  });
  expect(bookmarks.slice(4, 7)).toMatchObject([
    { title: 'Compare these.', content: { url: 'https://a.example/?x=1&y=2' }, note: TWO_LINKS },
    { title: 'A lamp & more', content: { url: 'https://shop.example.org/lamp' }, note: TWO_LINKS },
    { content: { url: 'https://untitled.example/page' }, lists: ['lamps'] },
  ]);
  using files = tempFolder();
  await Bun.write(files.file('k.json'), whole);
  const { notes, unreadable } = await readNotes(await openBundle(files.file('k.json')));
  expect([notes.length, unreadable]).toEqual([10, []]);
});

const UID = z.string().regex(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,34}[a-zA-Z0-9])?$/);
const TIME = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
/** Written from docs/design/memo-export/1.0/*.schema.json of memos. */
const MANIFEST = z.object({
  format: z.literal('memos-export'),
  formatVersion: z.literal('1.0'),
  generator: z.object({ name: z.string().min(1), version: z.string().min(1) }),
  exportTime: TIME,
  scope: z.object({ kind: z.literal('USER'), user: z.object({ username: z.string().min(1) }) }),
});
const MEMO = z.object({
  uid: UID,
  creator: z.string().min(1),
  createTime: TIME,
  updateTime: TIME,
  state: z.enum(['NORMAL', 'ARCHIVED']),
  visibility: z.literal('PRIVATE'),
  pinned: z.boolean(),
  contentPath: z.string(),
  parent: UID.optional(),
  attachments: z
    .array(
      z.object({
        uid: UID,
        filename: z.string().min(1),
        type: z.string().regex(/^[A-Za-z0-9][\w!#$&^.+-]*\/[A-Za-z0-9][\w!#$&^.+-]*$/),
        size: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        path: z.string().regex(/^attachments\/[\w-]+\/[^/\\:\p{Cc}]+$/u),
        createTime: TIME,
      }),
    )
    .default([]),
});

test('a zip for memos keeps to its format: records, texts, hashes, comments and parts', async ({
  app,
  user,
}) => {
  await fill(app, user);
  const { entries } = await exported(app, user, 'memos');
  const json = (path: string) => JSON.parse(entries.get(path)!.toString());
  const [first = '', ...others] = entries.keys();
  expect(MANIFEST.parse(json(first)).scope.user.username).not.toBe('');
  const memos = others.filter((path) => /^memos\/.*\.json$/.test(path)).map((path) => MEMO.parse(json(path)));
  const used = memos.flatMap(({ uid, contentPath, attachments }) => [
    `memos/${uid}.json`,
    contentPath,
    ...attachments.map(({ path }) => path),
  ]);
  expect(used.sort()).toEqual(others.sort());
  for (const { path, size, sha256 } of memos.flatMap(({ attachments }) => attachments)) {
    const bytes = entries.get(path)!;
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
  }
  const texts = memos.map(({ contentPath }) => entries.get(contentPath)!);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(8192);
  expect(texts[3]!.toString()).toBe('Green, *says* Ann\n\n#2024 #con');
  expect(memos[3]!.parent).toBe(memos[0]!.uid);
  const parts = memos.slice(8);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.slice(1).every(({ parent }) => parent === parts[0]!.uid)).toBe(true);
  const joined = texts.slice(8).join(' ').replace('\n\n#lamps #light', '').replace(/\s+/g, ' ');
  expect(joined.trim()).toBe(LONG.replace(/\s+/g, ' ').trim());
});

for (const [given, title, name] of [
  ['> Lamp. Buy https://x.example #lamp', 'Lamp.', 'Lamp'],
  ['- [ ] Milk\n- [ ] Bread', 'Milk', 'Milk'],
  ['#only #hashtags https://x.example', '', ''],
  ['Nul.', 'Nul.', '_Nul'],
  ['  ..\n\n# A\u202e heading\u0000. More', 'A heading .', 'A heading'],
] as const)
  test(`the title of ${JSON.stringify(given.slice(0, 24))} is one line, and a legal name`, () => {
    expect([titleOf(given), legalName(titleOf(given))]).toEqual([title, name]);
  });
