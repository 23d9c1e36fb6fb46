import { ann } from '../tests/support/cast';
import { testServer } from '../tests/support/server';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, say } from './setup';
import { CATEGORIES, lighthouse } from './web-figures/lighthouse';
import { CARDS, fill } from './web-figures/messages';
import { type Figure, printFigures } from './web-figures/table';

/**
 * `bun scripts/web-figures.ts [--quick]`: measures the web app in a browser, for a person with 100 boards and
 * 10,000 messages, and prints a table with the goal of each figure. Figures are medians of five rounds, with
 * `--quick` of one. It takes about ten minutes, and nothing else should run meanwhile.
 */

const ROUNDS = process.argv.includes('--quick') ? 1 : 5;

install();
const chromium = ensureChromium();
// imported only after Chromium is installed, because the import launches Chromium
const { firstContent, clickToContent, layoutShift, scriptKilobytes, scrolling } = await import(
  './web-figures/pages'
);
buildWebIfStale();
await using server = await testServer({ env: { LOG_LEVEL: 'error' } });
fill(server.app);
const { cookies } = await server.introduce(ann);
const at = { url: server.publicUrl, cookies: [...cookies] };
const session = at.cookies.map((cookie) => cookie.join('=')).join('; ');

/** Returns the median of what `measure` returns in each round. */
async function median(name: string, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measure());
  say(`${name}: ${values.join(', ')}`);
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const figures: Figure[] = [];
for (const [path, cookie] of [
  ['/login', ''],
  ['/', session],
  ['/tag/private/board-7', session],
] as const) {
  const runs: Awaited<ReturnType<typeof lighthouse>>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    runs.push(await lighthouse(chromium, `${server.publicUrl}${path}`, cookie));
  for (const category of CATEGORIES) {
    const scores = runs.map((run) => run[category]).sort((a, b) => a - b);
    figures.push({
      name: `Lighthouse mobile, ${path}: ${category}`,
      value: scores[Math.floor(scores.length / 2)]!,
      least: category === 'performance' ? 95 : 100,
    });
  }
}
figures.push(
  {
    name: 'first content of the dashboard, slow 4G and a processor 4 times slower',
    value: await median('first content', () => firstContent(at)),
    unit: 's',
    most: 2,
  },
  {
    name: 'click on a board to its first card, warm',
    value: await median('click to content', () => clickToContent(at)),
    unit: 'ms',
    most: 300,
  },
);
for (const path of ['/login', '/'] as const)
  figures.push({
    name: `script of ${path}, compressed`,
    value: await median(`script of ${path}`, () => scriptKilobytes(at, path)),
    unit: 'kB',
    most: 140,
  });
for (const path of ['/', '/tag/private/board-7'] as const)
  figures.push({
    name: `layout shift of ${path}`,
    value: await median(`layout shift of ${path}`, () => layoutShift(at, path)),
    most: 0,
  });
const scrolls: Awaited<ReturnType<typeof scrolling>>[] = [];
for (let round = 0; round < ROUNDS; round++) scrolls.push(await scrolling(at, CARDS));
const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
figures.push(
  {
    name: `scrolling over ${CARDS.toLocaleString('en-US')} cards`,
    value: middle(scrolls.map(({ framesPerSecond }) => framesPerSecond)),
    unit: 'frames/s',
    least: 55,
  },
  {
    name: 'longest task while scrolling (0 means under 50)',
    value: middle(scrolls.map(({ longestMs }) => longestMs)),
    unit: 'ms',
    most: 50,
  },
);
printFigures(figures);
process.exit(0);
