import { ann } from '../tests/support/cast';
import { testServer } from '../tests/support/server';
import { ensureChromium } from './chromium';
import { buildWebIfStale, install, say } from './setup';
import { CATEGORIES, lighthouse } from './web-figures/lighthouse';
import { CARDS, fill } from './web-figures/messages';
import { openSlowLine } from './web-figures/slow-line';
import { type Figure, printFigures } from './web-figures/table';

/**
 * `bun scripts/web-figures.ts [PART...] [--quick]`: measures the web app in a browser, for a person with 100
 * boards and 10,000 messages, and prints a table with the goal of each figure. The parts are `lighthouse`,
 * `loading`, `worker` (visits with the service worker and without) and `scrolling`. If no part is given, all
 * are measured. Each figure is the median of five rounds; with `--quick`, there is only one round. All parts
 * take about twelve minutes. Nothing else should run meanwhile.
 */

const ROUNDS = process.argv.includes('--quick') ? 1 : 5;

install();
const chromium = ensureChromium();
process.env.CHROMIUM_PATH = chromium; // measures the browser that people have, not its headless shell
// imported only after Chromium is installed, because the imports launch Chromium
const { clickToContent, layoutShift, scriptKilobytes, scrolling } = await import('./web-figures/pages');
const { firstContent } = await import('./web-figures/first-content');
buildWebIfStale();
await using server = await testServer({ env: { LOG_LEVEL: 'error' } });
fill(server.app);
const { cookies } = await server.introduce(ann);
const at = { url: server.publicUrl, cookies: [...cookies] };
const session = at.cookies.map((cookie) => cookie.join('=')).join('; ');

const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function inRounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measure());
  return values;
}

/** Returns the median of the results of `measure`, which is called once in each round. */
async function median(name: string, measure: () => Promise<number>): Promise<number> {
  const values = await inRounds(measure);
  say(`${name}: ${values.join(', ')}`);
  return middle(values);
}

async function lighthouseFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [path, cookie] of [
    ['/login', ''],
    ['/', session],
    ['/tag/private/board-7', session],
  ] as const) {
    const runs = await inRounds(() => lighthouse(chromium, `${server.publicUrl}${path}`, cookie));
    for (const category of CATEGORIES)
      figures.push({
        name: `Lighthouse mobile, ${path}: ${category}`,
        value: middle(runs.map((run) => run[category])),
        least: category === 'performance' ? 95 : 100,
      });
  }
  return figures;
}

async function loadingFigures(): Promise<Figure[]> {
  const figures: Figure[] = [
    {
      name: 'click on a board to its first card, warm',
      value: await median('click to content', () => clickToContent(at)),
      unit: 'ms',
      most: 300,
    },
  ];
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
  return figures;
}

/**
 * Measures the dashboard on a slow line and a slow processor. In each round, a visit without the service
 * worker is followed by one with it.
 */
async function workerFigures(): Promise<Figure[]> {
  using line = await openSlowLine(server.url);
  const slow = { ...at, url: line.url };
  server.app.publicUrl = line.url; // the server accepts sockets only from pages of this address
  const figures: Figure[] = [];
  for (const visit of ['first', 'second'] as const) {
    const rounds = await inRounds(async () => ({
      without: await firstContent(slow, { visit, worker: false }),
      with: await firstContent(slow, { visit, worker: true }),
    }));
    for (const kind of ['without', 'with'] as const) {
      const name = `${visit} visit ${kind} the worker, slow`;
      const seconds = rounds.map((round) => round[kind].seconds);
      const appSeconds = rounds.map((round) => round[kind].appSeconds);
      say(`${name}: ${seconds.join(', ')} s; drawn by the app: ${appSeconds.join(', ')} s`);
      figures.push(
        { name: `${name}: first content`, value: middle(seconds), unit: 's', most: 2 },
        { name: `${name}: drawn by the app`, value: middle(appSeconds), unit: 's' },
        {
          name: `${name}: script until then`,
          value: middle(rounds.map((round) => round[kind].scriptKilobytes)),
          unit: 'kB',
          most: visit === 'first' ? 140 : 0,
        },
      );
    }
    const ratios = rounds.map((round) => round.with.appSeconds / round.without.appSeconds);
    figures.push({
      name: `${visit} visit: drawn by the app with the worker to that without`,
      value: Math.round(middle(ratios) * 100) / 100,
      unit: 'times',
      most: 1.05,
    });
  }
  server.app.publicUrl = at.url;
  return figures;
}

async function scrollingFigures(): Promise<Figure[]> {
  const scrolls = await inRounds(() => scrolling(at, CARDS));
  return [
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
  ];
}

const PARTS = {
  lighthouse: lighthouseFigures,
  loading: loadingFigures,
  worker: workerFigures,
  scrolling: scrollingFigures,
};

const wanted = Object.entries(PARTS).filter(([part]) => process.argv.includes(part));
const figures: Figure[] = [];
for (const [, measure] of wanted.length > 0 ? wanted : Object.entries(PARTS))
  figures.push(...(await measure()));
printFigures(figures);
process.exit(0);
