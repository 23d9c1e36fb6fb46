import { existsSync, readFileSync } from 'node:fs';

/** The folder may be missing. */
export const CORPUS = new URL('../../../shared/data/', import.meta.url);
const FILES = ['texts-en.jsonl', 'texts-zh.jsonl'];

const PLACEHOLDER = /<(#|[A-Z]+)>/g;

/** `real` is false if they were generated. */
export type Texts = { real: boolean; texts: string[] };

export function readTexts(random: () => number, folder = CORPUS): Texts {
  const files = FILES.map((name) => new URL(name, folder)).filter((file) => existsSync(file));
  if (files.length === 0)
    return { real: false, texts: Array.from({ length: 20_000 }, () => generate(random)) };
  const texts = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { text: string }).text.trim()),
  );
  return { real: true, texts: texts.filter(Boolean).map((text) => fillPlaceholders(text, random)) };
}

const fillPlaceholders = (text: string, random: () => number) =>
  text.replace(PLACEHOLDER, () => String(1 + Math.floor(random() * 59)));

const OPENINGS = [
  'Remember',
  'Look up',
  'Ask about',
  'Try',
  'Never forget',
  'Bring',
  'Pick up',
  'Tell me about',
];
const THINGS =
  'the ramen place,the blue lamp,a birthday cake,the library books,that song from the party,train tickets,the garden hose,two kilos of rice,the landlord,a better umbrella,the photos from May,the dentist,our old neighbours,the new bakery,tickets for Friday,the recipe with lemons'.split(
    ',',
  );
const WHENS = [
  '',
  '',
  ' tomorrow',
  ' before Sunday',
  ' at 9',
  ' when it rains',
  ' on the way home',
  ', please!',
];

const pick = <T>(list: readonly T[], random: () => number) => list[Math.floor(random() * list.length)] as T;

function generate(random: () => number): string {
  const sentence = () => `${pick(OPENINGS, random)} ${pick(THINGS, random)}${pick(WHENS, random)}`;
  return random() < 0.3 ? `${sentence()}. ${sentence()}` : sentence();
}
