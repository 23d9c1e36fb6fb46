import { findOrCreateUser } from '../../src/people/users';
import { memoryMb } from '../process';
import { copyOfDatabase, signIn, signInMany, startHelper, startProduct, withApp } from './databases';
import { addFigureWithLimit, median, quantile } from './figures';
import { LINKS, type PreviewJob, type PreviewResult } from './visitors';

const SIZE = 1_000;
const ROUNDS = 5;
const VISITS = 200;
/** The previews would exceed the rate limit of one person. */
const PEOPLE = 60;
const CALLS_A_SECOND = 200;
/** A visit that takes longer hangs until the time limit of Tagline, so each round has only one of its kind. */
const HANGS_MS = 3_000;

export async function links() {
  const dataDir = copyOfDatabase(SIZE);
  const caller = await signIn(dataDir);
  const cookies = await withApp(dataDir, (app) => {
    const phones = Array.from({ length: PEOPLE }, (_, n) => `+1202555${2000 + n}`);
    return signInMany(
      app,
      phones.map((phone) => findOrCreateUser(app, phone).user.id),
    );
  });
  const server = await startProduct(dataDir, { PREVIEW_ALLOW: '127.0.0.0/8' });
  const sites = await startHelper('visitors');
  const visit = async (links: string[]): Promise<PreviewResult> => {
    const job: PreviewJob = { product: server.url, cookies, links };
    return (await fetch(sites.url, { method: 'POST', body: JSON.stringify(job) })).json();
  };
  const measure = async (work: Promise<unknown>) => {
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, memoryMb(server.pid));
    }, 20);
    const p99 = quantile(await timeLists(server.url, caller, work), 0.99);
    clearInterval(watching);
    return { p99, most };
  };

  // Bun compiles code while the first pages are fetched
  await measure(visit(repeat([LINKS.page], 5 * VISITS)));
  await measure(Bun.sleep(3_000));
  const before = memoryMb(server.pid);
  const alone = await visit(LINKS.hostile);
  const hanging = LINKS.hostile.filter((_, n) => (alone[n] ?? 0) > HANGS_MS);
  const quick = LINKS.hostile.filter((behaviour) => !hanging.includes(behaviour));
  const links = [...hanging, ...repeat(quick, VISITS - hanging.length)];
  addFigureWithLimit('The longest visit', SIZE, Math.max(...alone), 'ms', 5_500);
  const ratios: number[] = [];
  let grown = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await measure(Bun.sleep(3_000));
    const busy = await measure(visit(links));
    ratios.push(busy.p99 / idle.p99);
    grown = Math.max(grown, busy.most - before);
  }
  addFigureWithLimit('A list while it visits hostile servers, p99', SIZE, median(ratios), 'of idle', 2);
  addFigureWithLimit('Memory while it visits hostile servers', SIZE, grown, 'MB more', 40);
  await Promise.all([server.stop(), sites.stop()]);
}

const repeat = (links: string[], length: number) =>
  Array.from({ length }, (_, n) => links[n % links.length] ?? '');

/** Asks for a list at a steady rate. Returns the milliseconds of each call since it was due. */
async function timeLists(url: string, cookie: string, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  const watched = until.finally(() => {
    over = true;
  });
  const times: number[] = [];
  const calls: Promise<unknown>[] = [];
  for (let due = performance.now(); !over; due += 1000 / CALLS_A_SECOND) {
    await Bun.sleep(Math.max(0, due - performance.now()));
    const from = Math.min(due, performance.now()); // the sleep can end a little too early
    const call = async () => {
      await (await fetch(`${url}/api/messages?limit=50`, { headers: { cookie } })).text();
      times.push(performance.now() - from);
    };
    calls.push(call());
  }
  await Promise.all([watched, ...calls]);
  return times;
}
