import { transaction } from '../../db/open';
import type { App } from '../../src/app/app';
import { create } from '../../src/messages/messages';
import { ann } from '../../tests/support/cast';
import { ensureUser } from '../../tests/support/people';
import { testServer } from '../../tests/support/server';
import { ensureChromium } from '../chromium';
import { buildWebIfStale } from '../setup';
import { addFigure, median, ROUNDS } from './figures';
import { lighthouse } from './lighthouse';
import { openSlowLine } from './slow-line';

const BOARDS = 100;
const CARDS = 10_000;
const WORDS = 'try the ramen place on fifth go early and ask for the window seat it is quiet there'.split(
  ' ',
);

export async function web() {
  process.env.CHROMIUM_PATH = ensureChromium(); // the browser that people have, not its headless shell
  // imported only now, because the imports launch Chromium
  const { clickToContent, scrolling } = await import('./web-pages');
  const { firstContent } = await import('./first-content');
  buildWebIfStale();
  await using server = await testServer({ env: { LOG_LEVEL: 'error' } });
  fill(server.app);
  const { cookies } = await server.introduce(ann);
  const at = { url: server.publicUrl, cookies: [...cookies] };

  add('Click on a board to its first card', await inRounds(() => clickToContent(at)), 'ms', { most: 300 });
  const scrolls = await inRounds(() => scrolling(at, CARDS));
  const frames = scrolls.map(({ framesPerSecond }) => framesPerSecond);
  add('Scrolling over 10,000 cards', frames, 'frames/s', { least: 45 });
  const tasks = scrolls.map(({ longestMs }) => longestMs);
  add('Longest task while scrolling (0 means under 50)', tasks, 'ms', { most: 50 });

  for (const path of ['/login', '/', '/tag/private/board-1']) {
    const runs = await inRounds(() => lighthouse(at, path));
    for (const category of ['performance', 'accessibility', 'best-practices', 'seo']) {
      const least = category === 'performance' ? 98 : 100;
      const scores = runs.map(({ scores }) => scores[category]!);
      add(`Lighthouse, ${category} of ${path}`, scores, 'points', { least });
    }
    add(
      `Lighthouse, total blocking time of ${path}`,
      runs.map((run) => run.blockedMs),
      'ms',
    );
    add(
      `Lighthouse, layout shift of ${path}`,
      runs.map((run) => run.shift),
      '',
      { most: 0 },
    );
  }

  using line = await openSlowLine(server.url);
  server.app.publicUrl = line.url; // the server accepts sockets only from pages of this address
  const visits = await inRounds(() => firstContent({ ...at, url: line.url }));
  const seconds = visits.map((visit) => visit.seconds);
  add('First visit, slow: drawn by the app', seconds, 's', { most: 1.8 });
  const kilobytes = visits.map(({ scriptKilobytes }) => scriptKilobytes);
  add('First visit, slow: script until then', kilobytes, 'kB', { most: 160 });
  server.app.publicUrl = at.url;
}

async function inRounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measure());
  return values;
}

function add(name: string, values: number[], unit: string, goal?: { most: number } | { least: number }) {
  const value = median(values);
  const limit = goal && 'most' in goal ? `≤ ${goal.most}` : goal && `≥ ${goal.least}`;
  const met = goal && ('most' in goal ? value <= goal.most : value >= goal.least);
  addFigure({
    name,
    size: CARDS,
    value,
    unit,
    ...(limit && { goal: { text: `${limit} ${unit}`, met: Boolean(met) } }),
  });
}

function fill(app: App): void {
  const user = ensureUser(app, ann);
  transaction(app.db, () => {
    for (let n = 0; n < CARDS; n++) {
      const content = Array.from({ length: 3 + ((n * 7) % 40) }, (_, at) => WORDS[(n + at) % WORDS.length]);
      create(app, user, {
        content: content.join(' '),
        tags: [`board-${n % BOARDS}`],
        source: 'sms',
        at: app.now() - (CARDS - n) * 60_000,
      });
    }
  });
}
