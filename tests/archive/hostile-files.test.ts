import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { VisibleError } from '../../src/app/errors';
import type { Bundle } from '../../src/archive/bundle';
import { openForeign } from '../../src/archive/foreign-files';
import type { Entry } from '../../src/archive/formats/format';
import { FORMATS } from '../../src/archive/formats/formats';
import { resolveLinks } from '../../src/archive/formats/markdown-links';
import { toMessages } from '../../src/archive/notes';
import { slug } from '../../src/contract/hashtags';
import { CONTENT_MAX, MEDIA_BYTES_MAX, MEDIA_MAX, TAGS_MAX } from '../../src/contract/limits';
import { tempFolder } from '../support/folder';
import { HOSTILE } from '../support/hostile-texts';
import { words } from '../support/words';
import { FIXTURES, openFixture, openText, readNotes } from './fixtures';

const FILES = Object.keys(FIXTURES).filter((name) => /\.\w+$/.test(name));
const PIECES = [...HOSTILE, ...words`" , { } [ ] < &#0; \\ | null 1e999 -1`, '\n', ''];

const NOW = Date.UTC(2026, 0, 1);
const DAY = 24 * 60 * 60 * 1000;

const change = fc.record({
  at: fc.nat({ max: 999 }),
  piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 20 })),
  instead: fc.nat({ max: 40 }),
});

test('a changed file is read without errors, and what it yields can be stored', async () => {
  using files = tempFolder();
  const texts = new Map<string, string>();
  for (const name of FILES) {
    const bundle = await openFixture(name);
    texts.set(name, await bundle.text(bundle.paths[0] ?? '', 1_000_000));
  }
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FILES),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      async (name, changes) => {
        const text = changes.reduce((text, { at, piece, instead }) => {
          const start = Math.floor((at / 1000) * text.length);
          return text.slice(0, start) + piece + text.slice(start + instead);
        }, texts.get(name) ?? '');
        const bundle = await openText(text, files, 'changed');
        for (const format of FORMATS)
          if (await format.recognises(bundle)) read += await checkEntries(bundle, format);
      },
    ),
    { numRuns: 400 },
  );
  expect(read).toBeGreaterThan(400);
});

test('any bytes are refused or read, whatever the name of their file is', async () => {
  using files = tempFolder();
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('x.md', 'x.csv', 'x.json', 'x.html', 'x.zip', 'x'),
      async (bytes, name) => {
        const bundle = await openText(bytes, files, name).catch((error) => {
          expect(error).toBeInstanceOf(VisibleError);
          return null;
        });
        for (const format of FORMATS)
          if (bundle && (await format.recognises(bundle))) await checkEntries(bundle, format);
      },
    ),
    { numRuns: 200 },
  );
});

async function checkEntries(bundle: Bundle, format: (typeof FORMATS)[number]): Promise<number> {
  const entries: Entry[] = [];
  try {
    for await (const entry of format.entries(bundle, { zone: 'UTC', phone: null, groups: null }))
      entries.push(entry);
  } catch (error) {
    expect(error).toBeInstanceOf(VisibleError);
  }
  for (const entry of entries)
    if ('unreadable' in entry) expect(entry.unreadable && entry.reason).toBeTruthy();
    else if ('note' in entry)
      for (const message of toMessages(entry.note, { format: format.name, now: NOW }).messages) {
        expect(message.content.length).toBeLessThanOrEqual(CONTENT_MAX);
        expect(message.content).not.toContain('\0');
        expect(message.content.isWellFormed()).toBe(true);
        expect(Number.isSafeInteger(message.createdAt)).toBe(true);
        expect(message.createdAt).toBeWithin(1, NOW + 2 * DAY);
        expect(message.files.length).toBeLessThanOrEqual(MEDIA_MAX);
        expect(message.boards.length).toBeGreaterThan(0);
        expect(message.boards.length).toBeLessThanOrEqual(TAGS_MAX);
        for (const { tag } of message.boards) expect(slug(tag)).toBe(tag);
      }
  return entries.length;
}

const SLOW: [name: string, text: string, expected: string][] = [
  [
    'an attribute of 5 MB',
    `<smses><sms ${'a'.repeat(5_000_000)}="1"/><sms address="1" date="9" type="2" body="Soup"/></smses>`,
    'Soup',
  ],
  [
    'tags that are never closed, then never opened',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DT><A HREF="https://a.example">${'<b>'.repeat(700_000)}${'</i>'.repeat(700_000)}Soup</A>`,
    'Soup\nhttps://a.example',
  ],
  ['new lines and spaces', `<div>${'<p><td></td>'.repeat(400_000)}</div><p>Soup</p>`, 'Soup'],
  ['ends of links', `<div>Soup${'</a> '.repeat(1_000_000)}</div>`, 'Soup'],
  ['spaces in a chat', `31/01/2024, 18:30 - Ann: Soup${' '.repeat(900_000)}\u200e<edited>`, 'Soup'],
  [
    'lines in a chat that look like files',
    `31/01/2024, 18:30 - Ann: Soup${'\na.b'.repeat(200_000)} (`,
    `Soup${'\na.b'.repeat(200_000)} (`,
  ],
];

test.each(SLOW)('a file with %s is read', async (_name, text, expected) => {
  using files = tempFolder();
  const { notes } = await readNotes(await openText(text, files, 'slow'));
  expect(notes.map(({ text }) => text)).toEqual([expected]);
});

test('links in any text lead only to files of the folder', () => {
  const piece = fc.constantFrom(...words`[ ] ( ) ! | # \` ../ / a .png %2e < >`, '\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const asked: string[] = [];
      const { text, files } = resolveLinks(pieces.join(''), 'notes/a.md', (target) => {
        asked.push(target);
        return target.includes('a') ? 'a.png' : null;
      });
      expect(text).not.toContain('\0');
      for (const { path, written } of files) {
        expect([null, 'a.png']).toContain(path);
        expect(asked).toContain(written);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a process that sends more than it may is not believed', async () => {
  const bytes = new Uint8Array(MEDIA_BYTES_MAX + 1);
  const answer = { entries: Array(10_001).fill({}), done: true, bytes };
  const reader = { ask: async () => answer, end() {} } as never;
  const files = await openForeign(reader, { name: 'notes.csv' } as never);
  await expect(files.batches('boards', {} as never).next()).rejects.toThrow('The reader sends too much.');
  const [photo] = files.toImported({ media: [{ file: 0 }] } as never).files;
  await expect(photo!.read()).rejects.toThrow('A file is too large.');
});
