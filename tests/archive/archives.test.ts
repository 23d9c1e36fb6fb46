import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { media } from '../../db/schema';
import { openBundle } from '../../src/archive/bundle';
import { tempFolder } from '../support/folder';
import { photo } from '../support/pictures';
import { fixturePath, openFixture, openText, readNotes } from './fixtures';
import { testImport } from './importer';
import { keepNote } from './keep-takeout';
import { tar, tarOf } from './write-tar';
import { writeZip } from './write-zip';

async function filesIn(name: string): Promise<Record<string, Uint8Array>> {
  const { paths } = await openFixture(name);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(`${fixturePath(name)}/${path}`)]));
}

async function zipOf(entries: Record<string, string | Uint8Array>, compress = true): Promise<Uint8Array> {
  using files = tempFolder();
  await writeZip(files.file('inner.zip'), entries, { compress });
  return readFileSync(files.file('inner.zip'));
}

testImport('a JEX of Joplin, which is a tar, comes with its files, once', async (app) => {
  const jex = tar(await filesIn('joplin'));
  expect(await app.take(jex, 'all.jex')).toMatchObject({ messages: 3, unreadable: 2 });
  expect(app.db.select().from(media).all()).toMatchObject([
    { name: 'shed plan.png', type: 'image/png' },
    { name: 'shed plan.png', type: 'image/png' },
  ]);
  expect(await app.take(gzipSync(jex), 'all.tgz')).toMatchObject({ messages: 0, known: 3 });
});

testImport('a Takeout as tgz and as zip is the same', async (app) => {
  const files = {
    'Takeout/Keep/Note 1.json': keepNote(1, { attachments: [{ filePath: 'a.jpg', mimetype: 'image/jpeg' }] }),
    'Takeout/Keep/a.jpg': new Uint8Array(await photo(6, 4)),
  };
  const before = readdirSync(app.files.path);
  expect(await app.take(gzipSync(tar(files, { attributes: true })), 'takeout.tgz')).toMatchObject({
    messages: 1,
  });
  expect(app.db.select().from(media).all()).toMatchObject([{ name: 'a.jpg' }]);
  expect(await app.take(files, 'takeout.zip')).toMatchObject({ messages: 0, known: 1 });
  // what was unpacked is gone
  expect(readdirSync(app.files.path).sort()).toEqual([...before, 'takeout.tgz', 'takeout.zip'].sort());
});

test('the zips in a zip of Notion are one export, packed or stored', async () => {
  using files = tempFolder();
  const pages = await filesIn('notion');
  const expected = await readNotes(await openFixture('notion'));
  for (const compress of [true, false]) {
    const halves = [0, 1].map((half) =>
      Object.fromEntries(Object.entries(pages).filter((_, number) => number % 2 === half)),
    );
    const parts = await Promise.all(halves.map((half) => zipOf(half)));
    await writeZip(
      files.file('Export.zip'),
      { 'Export-Part-1.zip': parts[0]!, 'Export-Part-2.zip': parts[1]!, '__MACOSX/._x': '' },
      { compress },
    );
    const { notes, unreadable } = await readNotes(await openBundle(files.file('Export.zip')));
    expect(notes.map(({ text }) => text).sort()).toEqual(expected.notes.map(({ text }) => text).sort());
    expect(unreadable.sort()).toEqual(expected.unreadable.sort());
  }
});

test('the parts of a Takeout are given together, and keep files of the same name', async () => {
  using files = tempFolder();
  await writeZip(files.file('takeout-001.zip'), { 'Takeout/Keep/A.json': keepNote(1), 'readme.txt': 'a' });
  await Bun.write(
    files.file('takeout-002.tgz'),
    gzipSync(tar({ 'Takeout/Keep/B.json': keepNote(2), 'readme.txt': 'b' })),
  );
  const bundle = await openBundle(files.path);
  expect(bundle.paths).toEqual([
    'Takeout/Keep/A.json',
    'readme.txt',
    'Takeout/Keep/B.json',
    'takeout-002/readme.txt',
  ]);
  expect((await readNotes(bundle)).notes.map(({ text }) => text)).toEqual(['Note 1', 'Note 2']);
  bundle.close();
});

const ZEROS = new Uint8Array(3_000_000);
const NOTE = { 'Note.md': 'words' };
const BAD: [what: string, bytes: () => Uint8Array | Promise<Uint8Array>, answer: string][] = [
  ['a tgz that unfolds too far', () => gzipSync(tar({ 'Note.md': ZEROS })), 'it unfolds too far.'],
  [
    'a zip in a zip that unfolds to the square of what one may',
    async () => {
      const inner = await zipOf({ 'a.md': new Uint8Array(900_000), 'b.md': new Uint8Array(900_000) });
      return zipOf({ 'inner.zip': await zipOf({ 'x.zip': inner }) });
    },
    '"x.zip"', // only one level is unpacked, so there is no note
  ],
  [
    'a zip in a zip of many small entries that unfold far',
    async () => {
      const entries = Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [`${n}.md`, ZEROS.subarray(0, 900_000)]),
      );
      return zipOf({ 'inner.zip': await zipOf(entries) });
    },
    'inner.zip unfolds too far.',
  ],
  [
    'a tgz that ends early',
    () => gzipSync(tar({ 'a.md': crypto.getRandomValues(new Uint8Array(60_000)) })).subarray(0, 40_000),
    'unexpected end of file.',
  ],
  [
    'a tar that ends early',
    () => tar({ 'a.md': ZEROS }).subarray(0, 9_000),
    'it ends in the middle of a.md.',
  ],
  [
    'a tar with a damaged header',
    () => tar(NOTE).map((byte, at) => (at === 3 ? 65 : byte)),
    'it is damaged after 0 files.',
  ],
  [
    'a tar with a file of eight exabytes',
    () => tarOf([{ name: 'a.md', content: 'x', size: 8 ** 11 - 1 }]),
    'it ends in the middle of a.md.',
  ],
  ['a packed file that is no tar', () => gzipSync('words'), 'it is an archive that is no zip.'],
  ['a damaged zip in a zip', () => zipOf({ 'inner.zip': 'PK\x03\x04 words' }), 'or is damaged'],
];

for (const [what, bytes, answer] of BAD)
  testImport(`${what} is refused`, async (app) => {
    await expect(app.take(await bytes(), 'given')).rejects.toThrow(answer);
    expect(readdirSync(app.files.path)).toEqual(['given']);
  });

test('a tar leaves out links, and paths that lead out of it lead nowhere', async () => {
  using files = tempFolder();
  const bundle = await openText(
    tarOf([
      { name: '../../etc/passwd.md', content: 'x' },
      { name: '/root/a.md', content: 'a' },
      { name: 'link.md', content: '', type: '2' },
      { name: 'b.md', content: 'b' },
    ]),
    files,
  );
  expect(bundle.paths).toEqual(['../../etc/passwd.md', 'root/a.md', 'b.md']);
  expect(await bundle.text('b.md', 10)).toBe('b');
  expect(existsSync(files.file('etc'))).toBe(false);
  bundle.close();
});
