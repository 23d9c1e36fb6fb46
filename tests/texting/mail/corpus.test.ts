import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailHead } from '../../../src/outside/mail/parsed-mail';
import { parseMail } from '../../../src/outside/mail/parsing';

const FOLDER = join(import.meta.dir, 'corpus');
const NAMES = readdirSync(FOLDER).flatMap((file) => /^(.*)\.eml$/.exec(file)?.[1] ?? []);

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

test('there are mails of every kind', () => expect(NAMES.length).toBeGreaterThan(100));

test.each(NAMES)('%s is read as a person would', async (name) => {
  expect(await read(name)).toBe(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'));
});
