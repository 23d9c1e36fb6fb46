import { expect, test } from 'bun:test';
import { undefuse } from '../../src/archive/csv';
import { FORMATS } from '../../src/archive/formats/formats';
import { toMessages } from '../../src/archive/notes';
import { tempFolder } from '../support/folder';
import { FIXTURES, openFixture, openText } from './fixtures';

// Twice the file may take twice the time of the processor, not four times: a file of a few kilobytes that
// takes minutes is how an import stops. The ratios are compared generously, because times vary.

const SMALL = 10_000;
const TIMES = 8;
/** Linear reading makes it 8, quadratic reading 64. */
const RATIO_MAX = 28;
/** Less is too short to be compared. */
const MEASURABLE_MS = 40;

const PIECES = [
  ...[
    ' ',
    '\n',
    '\r',
    'a ',
    'a.b',
    'a.b (',
    '\na.b (a',
    '#a',
    '[',
    '![a](',
    '(',
    '`',
    '```\n',
    '- ',
    '"',
    ',',
    "'",
  ],
  ...[
    '<',
    '<a ',
    '<a href="http://x">a</a>',
    '<b>a',
    '<p>',
    '&#55357;',
    '\u200e<a',
    '<a: ',
    'http://x#a ',
    '[],',
  ],
];

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function timeOf(work: () => unknown): Promise<number> {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

/**
 * Returns the ratio of the times that the large and the small work take; 0 if the large one is too short. A ratio
 * that is too high is measured again, because other work of the machine only adds to a time.
 */
async function growth(work: (length: number) => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= RATIO_MAX; round++) {
    const large = await timeOf(() => work(SMALL * TIMES));
    if (large < MEASURABLE_MS) return 0;
    least = Math.min(least, large / Math.max(await timeOf(() => work(SMALL)), 1));
  }
  return least;
}

const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

/** One for each reader; of the CSV files, whose reader is the same, only one. */
const FILES = Object.keys(FIXTURES).filter((name) => /\.(html|json|txt|xml|enex)$|^raindrop/.test(name));

test.each([...FILES, 'vault'])('reading %s with a repeated piece takes time as its length', async (name) => {
  using files = tempFolder();
  const fixture = await openFixture(name);
  const path = fixture.paths.find((path) => name !== 'vault' || path.endsWith('.md')) ?? '';
  const text = await fixture.text(path, 1_000_000);
  for (const part of [0.6, 1])
    for (const piece of PIECES) {
      const at = Math.floor(part * text.length);
      const ratio = await growth((length) =>
        readAll(text.slice(0, at) + filled(piece, length) + text.slice(at), files),
      );
      expect({ name, piece, part, ratio: Math.min(ratio, RATIO_MAX) === ratio }).toMatchObject({
        ratio: true,
      });
    }
});

async function readAll(text: string, files: ReturnType<typeof tempFolder>): Promise<void> {
  const bundle = await openText(text, files, 'long');
  for (const format of FORMATS) {
    if (!(await format.recognises(bundle))) continue;
    try {
      for await (const entry of format.entries(bundle, { zone: 'UTC', phone: null, groups: null }))
        if ('note' in entry) toMessages(entry.note, { format: format.name, now: 0 });
    } catch {
      // it refuses the file
    }
  }
}

test('a cell of new lines takes time as its length', async () => {
  for (const piece of ['\n', '\n"', ' ', "'", ',\t'])
    for (const end of ['', '=1', 'x'])
      expect(await growth((length) => undefuse(filled(piece, length) + end))).toBeLessThan(RATIO_MAX);
});
