import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from './random';

/**
 * A folder beside the repository that may have files with real text messages, one JSON object on each line.
 */
const DATA = new URL('../../../shared/data/', import.meta.url).pathname;

const MADE_UP = { en: 20_000, zh: 6_000 };
const SYLLABLES = 'ka ro min ta shel ov ni gra pel u ster lo ven di ba'.split(' ');

/**
 * Returns real text messages, in which a space replaces each `#`. Returns made-up messages if the file of the
 * real ones is missing.
 */
export function readTexts(language: 'en' | 'zh'): string[] {
  const file = join(DATA, `texts-${language}.jsonl`);
  if (!existsSync(file)) {
    console.log(`There are no real text messages in ${file}: made-up ones are used.`);
    return makeUpTexts(language);
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text.replaceAll('#', ' '));
}

/** Returns made-up texts. As in a real language, a few of their words are very frequent and most are rare. */
function makeUpTexts(language: 'en' | 'zh'): string[] {
  const random = createRandom(17);
  const zipf = (n: number) => Math.floor(n ** (random(1_000_000) / 1_000_000)) - 1;
  const word = () =>
    Array.from({ length: 1 + random(4) }, () => SYLLABLES[random(SYLLABLES.length)]).join('');
  const words = Array.from({ length: 12_000 }, word);
  const character = () => String.fromCodePoint(0x4e00 + zipf(3_000));
  return Array.from({ length: MADE_UP[language] }, () =>
    Array.from({ length: 4 + random(16) }, () =>
      language === 'en' ? words[zipf(words.length)] : character(),
    ).join(language === 'en' ? ' ' : ''),
  );
}

export const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
