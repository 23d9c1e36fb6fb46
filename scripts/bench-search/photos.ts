import { join } from 'node:path';
import { storeUpload } from '../../src/media/media';
import { photoWordsOf, readNextPhoto } from '../../src/media/words/words';
import { findOrCreateUser } from '../../src/people/users';
import { ROOT } from '../setup';
import { ME, openApp } from './databases';
import { printTable, time } from './measuring';

const PICTURES = join(ROOT, 'tests/media/ocr');
/** Words with fewer letters are not counted. */
const LETTERS_MIN = 3;

type Truth = Record<string, { kind: string; text: string }>;
type Count = { known: number; read: number; right: number; ms: number; pictures: number };

/**
 * Prints the results for each kind of picture: recall (the share of the words in the pictures that is read),
 * precision (the share of the read words that is really in the pictures), and the CPU milliseconds per
 * picture.
 */
export async function measurePhotos(dir: string) {
  const app = openApp(join(dir, 'photos'));
  const me = findOrCreateUser(app, ME).user;
  const truth: Truth = await Bun.file(join(PICTURES, 'truth.json')).json();
  const counts = new Map<string, Count>();
  await readPicture('sign-1'); // starts the thread that reads pictures, so that its start is not measured
  for (const [name, { kind, text }] of Object.entries(truth)) {
    const { words: read, ms } = await readPicture(name);
    const known = wordsIn(text);
    const count = counts.get(kind) ?? { known: 0, read: 0, right: 0, ms: 0, pictures: 0 };
    count.known += known.length;
    count.read += read.length;
    count.right += countCommon(known, read);
    count.ms += ms;
    count.pictures += 1;
    counts.set(kind, count);
  }
  app.close();

  async function readPicture(name: string) {
    const bytes = await Bun.file(join(PICTURES, `${name}.jpg`)).bytes();
    const { id } = await storeUpload(app, me, { bytes, type: 'image/jpeg', name: null });
    const ms = await time(() => readNextPhoto(app));
    const text = photoWordsOf(app, me, id).lines.flat();
    return { words: text.flatMap(({ text }) => wordsIn(text)), ms };
  }

  const all = [...counts.values()].reduce((sum, count) => ({
    known: sum.known + count.known,
    read: sum.read + count.read,
    right: sum.right + count.right,
    ms: sum.ms + count.ms,
    pictures: sum.pictures + count.pictures,
  }));
  console.log(`\nWords in ${all.pictures} pictures\n`);
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;
  printTable([
    ['', 'recall', 'precision', 'ms a picture'],
    ...[...counts, ['all', all] as const].map(([kind, { known, read, right, ms, pictures }]) => [
      `${kind} (${pictures})`,
      percent(right, known),
      percent(right, read),
      (ms / pictures).toFixed(0),
    ]),
  ]);
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= LETTERS_MIN);

/**
 * Counts the words that two lists have in common. A word that both lists have several times counts several
 * times.
 */
function countCommon(some: string[], others: string[]): number {
  const left = [...others];
  return some.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
