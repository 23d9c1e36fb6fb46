import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailHead } from '../../../src/outside/mail/parsed-mail';
import { parseMail } from '../../../src/outside/mail/parsing';

const FOLDER = join(import.meta.dir, 'corpus');
const NAMES = readdirSync(FOLDER).flatMap((file) => /^(.*)\.eml$/.exec(file)?.[1] ?? []);
/** A person would keep less of them. */
const INEXACT = ['mimekit-winmail-rtf'];

/** As beside it: the subject, the words, what else it is, and its files. */
async function read(name: string) {
  const bytes = new Uint8Array(readFileSync(join(FOLDER, `${name}.eml`)));
  const { bytes: content, mail } = await parseMail({ bytes });
  const { subject, words, isForward, isAutomatic, report, files } = mailHead.parse(mail);
  expect(content).toHaveLength(files.reduce((sum, file) => sum + file.bytes, 0));
  const flags = [isForward && 'forward', isAutomatic && 'automatic', report && 'bounce'].filter(Boolean);
  const marks = [flags.join(' '), files.map(({ name }) => name ?? '-').join('; ')].filter(Boolean);
  return [`${subject}\n\n${words}\n`, ...marks.map((mark) => `=== ${mark}\n`)].join('\n');
}

const truthOf = (name: string) => readFileSync(join(FOLDER, `${name}.txt`), 'utf8');
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

test('all of 250 mails are taken in with their words, 95 of 100 exactly', async () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(250);
  const exact: string[] = [];
  for (const name of NAMES) {
    const [found, truth] = [await read(name), truthOf(name)];
    expect([name, wordsOf(found)]).toEqual([name, expect.arrayContaining(wordsOf(truth))]);
    if (found === truth) exact.push(name);
  }
  expect(exact.length / NAMES.length).toBeGreaterThanOrEqual(0.95);
});

test.each(NAMES.filter((name) => !INEXACT.includes(name)))('%s is read as a person would', async (name) => {
  expect(await read(name)).toBe(truthOf(name));
});
