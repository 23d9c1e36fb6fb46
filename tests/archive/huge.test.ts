import { expect, test } from 'bun:test';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { openBundle } from '../../src/archive/bundle';
import { importFile } from '../../src/archive/import';
import { tempFolder } from '../support/folder';
import { importer, testImport } from './importer';
import { writeZip } from './write-zip';

const GIGABYTES = 1.2e9;
const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
const BOOKMARK = `${DOCTYPE}<DL><DT><A HREF="https://a.example/">A</A>`;
const HEADER = { 'tagline.json': '{"format":"tagline-export","version":1}', 'people.json': '' };
const EMPTY = { 'phones.json': '', 'boards.json': '' };

testImport('a line of 1.2 GB is refused after its first megabyte', async (app) => {
  for (const [start, reason] of [
    ['content\nHello\n', 'a row has more than 1000000 characters.'],
    ['content\nHello\n"', 'a row has more than 1000000 characters.'],
    [`${BOOKMARK}<DT>`, 'a tag or text has more than'],
    [`${BOOKMARK}<DT><A HREF="`, 'a tag or text has more than'],
  ] as const) {
    const file = await app.write(start);
    truncateSync(file, GIGABYTES); // a sparse file, which needs no disk space
    await expect(importFile(app, file, { as: app.as })).rejects.toThrow(reason);
  }
  expect(app.messages()).toEqual([]);
});

test.each([
  [
    'a bookmark of many small parts',
    BOOKMARK + '<DD>many words<BR>'.repeat(110_000),
    'a bookmark has more than 1000000 characters.',
  ],
  ['a deep folder of bookmarks', DOCTYPE + '<DL>'.repeat(1001), 'folders are more than 1000 deep.'],
  [
    'a chat with a line of one character too many',
    ['40 PM - Ann: Hi', `41 PM - Ann: ${'a'.repeat(1_000_000)}`, '42 PM - Ann: Bye']
      .map((line) => `12/31/25, 9:${line}\n`)
      .join(''),
    'chat.txt has a line of more than 1000000 characters.',
  ],
])('%s is refused', async (_, text, reason) => {
  await using app = importer();
  await expect(app.take(text, 'chat.txt')).rejects.toThrow(reason);
});

testImport('200 kB of `<` are read as text, and the bookmark after them is imported', async (app) => {
  const end = '<DL><DT><A HREF="https://a.example/">A < B</A></DL>';
  expect(await app.take(`${DOCTYPE}${'<'.repeat(200_000)}${end}`)).toMatchObject({ messages: 1 });
  expect(app.messages()[0]?.content).toBe('A < B\nhttps://a.example/');
});

testImport('an archive that unpacks to far more than its size is refused', async (app) => {
  const bomb = { ...HEADER, ...EMPTY, 'messages.json': '\n'.repeat(20_000_000) };
  await expect(app.take(bomb)).rejects.toThrow(/messages\.json unfolds to \d+ times/);
});

testImport('a header or a line of megabytes is refused, and a note of megabytes is left out', async (app) => {
  const long = (count: number) => crypto.getRandomValues(new Uint8Array(1000)).toHex().repeat(count);
  const attempt = async (entries: Record<string, string>) => {
    const file = await app.write('', 'long.zip');
    await writeZip(file, entries, { compress: false });
    return importFile(app, file, { as: app.as });
  };
  const header = HEADER['tagline.json'] + ' '.repeat(10_000);
  await expect(attempt({ ...HEADER, ...EMPTY, 'tagline.json': header, 'messages.json': '' })).rejects.toThrow(
    'its tagline.json cannot be read',
  );
  const line = { ...HEADER, ...EMPTY, 'messages.json': `[\n"${long(1100)}` };
  await expect(attempt(line)).rejects.toThrow('messages.json has a line of more than 2000000 characters');
  expect(await attempt({ 'note.md': long(600), 'other.md': 'Words' })).toMatchObject({
    messages: 1,
    reasons: [{ what: 'note.md', reason: 'note.md is too long' }],
  });
});

testImport('an item of millions of lists, and a message of thousands of parts, are refused', async (app) => {
  const page =
    '{"bookmarks":[{"id":"a","createdAt":"2024-01-31T18:30:00Z","tags":[],"content":{"type":"text","text":"Soup"}}';
  expect(await app.take(`${page},{"x":[${'[],'.repeat(2_000_000)}[]]}]}`, 'items.json')).toMatchObject({
    messages: 1,
    reasons: [{ what: 'the rest of items.json', reason: 'a part of it has more than 1000000 characters' }],
  });
  const part = `<part ct="image/png" data="${'A'.repeat(1_000)}"/>`;
  const mms = `<smses><mms date="9" msg_box="2" address="1">${part.repeat(5_240)}</mms></smses>`;
  await expect(app.take(mms)).rejects.toThrow('too many parts');
});

test('a zip of 500,000 empty files is refused before its list of files is read', async () => {
  using files = tempFolder();
  await writeZip(files.file('many.zip'), { a: '' });
  const zip = readFileSync(files.file('many.zip'));
  const end = zip.lastIndexOf('PK\x05\x06');
  // the record at the end claims more than it can say in two bytes, so a zip64 record follows from it
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(500_000n, 24);
  record.writeBigUInt64LE(500_000n, 32);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(zip.subarray(end));
  last.fill(0xff, 8, 20);
  writeFileSync(files.file('many.zip'), Buffer.concat([zip.subarray(0, end), record, locator, last]));
  await expect(openBundle(files.file('many.zip'))).rejects.toThrow('has more than 200,000 files');
});
