import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { openZip } from '../../src/app/zip';
import { writeZip } from '../archive/write-zip';
import { tempFolder } from '../support/folder';

async function writeChanged(file: string, entries: Record<string, string>, from: string, to: string) {
  await writeZip(file, entries, { compress: false });
  const bytes = readFileSync(file).toString('latin1');
  expect(bytes).toContain(from);
  writeFileSync(file, bytes.replaceAll(from, to), 'latin1');
}

test('an entry that is missing or has another checksum than its bytes is refused', async () => {
  using files = tempFolder();
  const file = files.file('changed.zip');
  await writeChanged(file, { 'a.txt': 'Hello Bob' }, 'Hello Bob', 'Hello Eve');
  const zip = await openZip(file, 'an export');
  await expect(zip.text('a.txt', 100)).rejects.toThrow(
    `${file} is not an export, or is damaged: a.txt is not as it was written`,
  );
  await expect(zip.text('b.txt', 100)).rejects.toThrow('b.txt is missing');
  zip.close();
});

test('a name that an archive has twice is refused', async () => {
  using files = tempFolder();
  await writeChanged(files.file('twice.zip'), { 'a.txt': 'One', 'b.txt': 'Two' }, 'b.txt', 'a.txt');
  await expect(openZip(files.file('twice.zip'), 'an export')).rejects.toThrow('it contains a.txt twice');
});

test('a name that leads out of the folder is refused', async () => {
  using files = tempFolder();
  for (const name of ['../a.b', '..\\a.b', '/etc/a', '\\etc\\a', 'C:/a.b', 'C:\\a.b']) {
    await writeChanged(files.file('out.zip'), { inside: 'One' }, 'inside', name);
    await expect(openZip(files.file('out.zip'), 'an export')).rejects.toThrow(
      'is not an export, or is damaged',
    );
  }
});

test('a backslash in a name separates folders, as programs on Windows write it', async () => {
  using files = tempFolder();
  await writeChanged(files.file('windows.zip'), { inside: 'One' }, 'inside', 'ins\\de');
  const zip = await openZip(files.file('windows.zip'), 'an export');
  expect(zip.names).toEqual(['ins/de']);
  zip.close();
});

test('an entry that unpacks to far more than its size is refused', async () => {
  using files = tempFolder();
  await writeZip(files.file('bomb.zip'), { 'a.txt': ' '.repeat(2_000_000) });
  await expect(openZip(files.file('bomb.zip'), 'an export')).rejects.toThrow(
    /a\.txt unfolds to \d{3,4} times/,
  );
  await writeZip(files.file('small.zip'), { 'a.txt': ' '.repeat(900_000) });
  (await openZip(files.file('small.zip'), 'an export')).close();
});

test('an entry is not read beyond the size that the archive names for it', async () => {
  using files = tempFolder();
  const file = files.file('liar.zip');
  await writeZip(file, { 'a.txt': 'word '.repeat(1000) });
  const bytes = readFileSync(file);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(5000);
  const smaller = Buffer.alloc(4);
  smaller.writeUInt32LE(50);
  writeFileSync(
    file,
    bytes.toString('latin1').replaceAll(size.toString('latin1'), smaller.toString('latin1')),
    'latin1',
  );
  const zip = await openZip(file, 'an export');
  expect(zip.size('a.txt')).toBe(50);
  await expect(zip.text('a.txt', 100)).rejects.toThrow('is not an export, or is damaged');
  zip.close();
});

test('an entry longer than the caller allows is not unpacked', async () => {
  using files = tempFolder();
  await writeZip(files.file('long.zip'), { 'a.txt': 'x'.repeat(101) });
  const zip = await openZip(files.file('long.zip'), 'an export');
  await expect(zip.text('a.txt', 100)).rejects.toThrow('a.txt is too long');
  expect(await zip.text('a.txt', 101)).toHaveLength(101);
  zip.close();
});
