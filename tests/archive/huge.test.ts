import { expect, test } from 'bun:test';
import { truncateSync, writeFileSync } from 'node:fs';
import { importFile } from '../../src/archive/import';
import { allMessages } from '../../src/messages/lists';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { writeZip } from './write-zip';

const GIGABYTES = 1.2e9;
const DOCTYPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>';
const HEADER = { 'tagline.json': '{"format":"tagline-export","version":1}', 'people.json': '' };
const EMPTY = { 'phones.json': '', 'boards.json': '' };

test('a line of 1.2 GB is refused after its first megabyte', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  for (const [start, reason] of [
    ['content\nHello\n', 'a row has more than 1000000 characters.'],
    ['content\nHello\n"', 'a row has more than 1000000 characters.'],
    [`${DOCTYPE}<DL><DT><A HREF="https://a.example/">A</A><DT>`, 'a tag or text has more than'],
    [`${DOCTYPE}<DL><DT><A HREF="https://a.example/">A</A><DT><A HREF="`, 'a tag or text has more than'],
  ] as const) {
    writeFileSync(files.file('line'), start);
    truncateSync(files.file('line'), GIGABYTES); // a sparse file, which needs no disk space
    await expect(importFile(app, files.file('line'), { as })).rejects.toThrow(reason);
  }
  expect(allMessages(app, as)).toEqual([]);
});

test('a bookmark of many small parts is refused when it is longer than any message', async () => {
  await using app = testApp();
  using files = tempFolder();
  const description = '<DD>many words<BR>'.repeat(110_000);
  writeFileSync(files.file('parts'), `${DOCTYPE}<DL><DT><A HREF="https://a.example/">A</A>${description}`);
  await expect(importFile(app, files.file('parts'), { as: ensureUser(app, ann) })).rejects.toThrow(
    'a bookmark has more than 1000000 characters.',
  );
  writeFileSync(files.file('deep'), DOCTYPE + '<DL>'.repeat(1001));
  await expect(importFile(app, files.file('deep'), { as: ensureUser(app, ann) })).rejects.toThrow(
    'folders are more than 1000 deep.',
  );
});

test('200 kB of `<` in bookmarks are read as text, and the bookmark after them is imported', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  const end = '<DL><DT><A HREF="https://a.example/">A < B</A></DL>';
  writeFileSync(files.file('noise'), `${DOCTYPE}${'<'.repeat(200_000)}${end}`);
  expect(await importFile(app, files.file('noise'), { as })).toMatchObject({ messages: 1 });
  expect(allMessages(app, as)[0]?.content).toBe('A < B\nhttps://a.example/');
});

test('an archive that unpacks to far more than its size is refused before it is unpacked', async () => {
  await using app = testApp();
  using files = tempFolder();
  await writeZip(files.file('bomb.zip'), { ...HEADER, ...EMPTY, 'messages.json': '\n'.repeat(20_000_000) });
  await expect(importFile(app, files.file('bomb.zip'))).rejects.toThrow(
    /messages\.json unfolds to \d+ times/,
  );
});

test('a header or a line of megabytes is refused, and a note of megabytes is left out', async () => {
  await using app = testApp();
  const as = ensureUser(app, ann);
  using files = tempFolder();
  const long = (count: number) =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(1000)))
      .toString('hex')
      .repeat(count);
  const attempt = async (entries: Record<string, string>) => {
    await writeZip(files.file('long.zip'), entries, { compress: false });
    return importFile(app, files.file('long.zip'), { as });
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

test('a chat with a line of one character too many is refused', async () => {
  await using app = testApp();
  using files = tempFolder();
  const long = `12/31/25, 9:41 PM - Ann: ${'a'.repeat(1_000_000)}`;
  writeFileSync(
    files.file('chat.txt'),
    `12/31/25, 9:40 PM - Ann: Hi\n${long}\n12/31/25, 9:42 PM - Ann: Bye\n`,
  );
  await expect(importFile(app, files.file('chat.txt'), { as: ensureUser(app, ann) })).rejects.toThrow(
    'chat.txt has a line of more than 1000000 characters.',
  );
});
