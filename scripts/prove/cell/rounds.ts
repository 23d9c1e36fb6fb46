import { readFileSync, rmSync } from 'node:fs';
import { createTempFolder } from '../../../tests/support/folder';
import { until } from '../../../tests/support/until';
import { cpuMicros } from '../../process';
import { executableForTests } from '../../setup';
import { rows, value } from '../program';
import { findLost, findViolations } from './history';
import { type Answer, findSwitches, startLoad } from './load';
import { PARTS } from './machine';
import type { Machine, Net } from './net';
import { createRandom } from './random';
import { type Kind, keepRunning, type Made, type Scene, TROUBLES } from './troubles';
import { startWorld, type World } from './world';

export type Plan = {
  seed: number;
  kinds: Kind[];
  longest: number;
  durable: 'disk' | 'replica';
  /** Starts the program; else it is the executable. */
  sources?: { command: string[]; env: Record<string, string> };
  measuresIdle?: boolean;
  /** Runs while the last texts are looked up, which takes a minute. */
  meanwhile?: () => Promise<void>;
};

export type Round = { kind: Kind; what: string; gaps: number[]; lost: number[]; refused: number };

const LOST_MAX_MS = 1_000;
/** Texts that did not come are fetched every five minutes, and each answer is looked up several times at our pace. */
const SETTLED_MS = 600_000;
const TOKEN = /\b[bcdfghjklmnpqrstvwxz]{12}\b/;

/** Makes trouble of each of these kinds, and returns what came of it. */
export async function playRounds(
  { seed, kinds, longest, durable, sources, measuresIdle, meanwhile }: Plan,
  net: Net,
) {
  const [random, words] = [createRandom(seed), createRandom(seed + 1_000)];
  const folder = createTempFolder();
  const off = new Set<Machine>();
  const clocks = new Map<Machine, string>();
  const violations = new Set<string>();
  const rounds: Round[] = [];
  await using world = await startWorld(net, folder, sources?.command ?? [executableForTests()]);
  Object.assign(world.settings, { DURABLE: durable }, sources?.env);
  const keeper = keepRunning(world, off, clocks);
  await world.ready();
  const load = await startLoad(world, () => words.word(12));
  const { history, answers } = load;

  async function look(final = false): Promise<number[]> {
    load.note();
    // before the database is read: more is acknowledged meanwhile
    const seen = { ...history, writes: [...history.writes] };
    const stored = await storedIn(world);
    const lost = findLost(seen, stored);
    const rules = { stored, lostMax: durable === 'disk' ? LOST_MAX_MS : -1, final };
    for (const violation of findViolations(seen, rules)) violations.add(violation);
    history.writes = history.writes.filter((write) => !lost.some(({ token }) => token === write.token));
    return lost.map(({ age }) => age ?? Number.NaN);
  }

  for (const kind of kinds) {
    const began = { at: Date.now(), answers: answers.length, epochs: history.epochs.length };
    const owner = world.machines[await until(world.owner, 60_000)];
    const other = world.machines[owner.name === 'a' ? 'b' : 'a'];
    await Bun.sleep(random.between(1_000, 3_000));
    const first = history.troubles.length;
    const hinders = (by: Machine | null) =>
      void history.troubles.push({ from: Date.now(), until: Number.POSITIVE_INFINITY, by });
    const scene: Scene = { world, load, owner, other, random, off, clocks, hinders };
    load.receive(10);
    const made: Made = await TROUBLES[kind](scene);
    await Bun.sleep(random.between(1_000, longest));
    world.net.heal();
    await made.end?.();
    const healed = Date.now();
    await load.goesOn(healed).catch(() => violations.add(`${made.what}: nobody answers any more`));
    for (const trouble of history.troubles.slice(first)) trouble.until = Date.now();
    await until(() => [owner, other].every((machine) => machine.pids('supervisor').length > 0), 30_000);
    await Bun.sleep(2_000);
    // with the same owner nothing may be lost at all
    if (history.epochs.length === began.epochs) history.troubles.length = first;
    const known = violations.size;
    const lost = await look();
    const found = answers.slice(began.answers);
    const gaps = findSwitches(found).map(({ gap }) => gap);
    rounds.push({ kind, what: made.what, gaps, lost, refused: countRefused(found) });
    const broken = [...violations].slice(known);
    const said = broken.length > 0 ? `BROKEN: ${broken.slice(0, 3).join('; ')}` : '';
    const seconds = ((Date.now() - began.at) / 1000).toFixed(0);
    console.log(
      `      ${rounds.length}. ${made.what}: ${seconds} s, gap ${gaps.slice(0, 3).map(Math.round)} ms, ${lost.length} lost ${said}`,
    );
  }
  const isSettled = async () => {
    const stored = await storedIn(world);
    return history.texts.every((token) => stored.has(token)) && (await countWaiting(world)) === 0;
  };
  await Promise.all([
    sources ? null : until(isSettled, SETTLED_MS).catch(() => violations.add('texts still wait')),
    load.stop(),
    meanwhile?.(),
  ]);
  await look(!sources);
  const idle = measuresIdle ? await measureIdle(world) : null;
  await keeper.stop();
  const counts = `${history.writes.length} writes, ${history.texts.length} texts in, ${history.sends.length} out`;
  if (violations.size === 0 || sources)
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  else console.log(`      the logs are in ${folder}`);
  return { rounds, violations: [...violations], idle, counts };
}

const countRefused = (answers: Answer[]) => answers.filter(({ status }) => status !== 201).length;

async function countWaiting(world: World): Promise<number> {
  const { dataDir } = world.machines[await until(world.owner, 60_000)];
  return Number(value(dataDir, "select count(*) from outbox where state in ('queued', 'sending')"));
}

async function storedIn(world: World): Promise<Map<string, number>> {
  const owner = await until(world.owner, 60_000);
  const tokens = rows(world.machines[owner].dataDir, 'select content from messages').flatMap(
    ({ content }) => TOKEN.exec(String(content))?.[0] ?? [],
  );
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** What the owner takes while nobody asks. */
async function measureIdle(world: World) {
  const owner = world.machines[await until(world.owner, 60_000)];
  await Bun.sleep(5_000);
  const cpu = () => PARTS.map((part) => owner.pids(part).reduce((sum, pid) => sum + cpuMicros(pid), 0));
  const [before, began] = [cpu(), performance.now()];
  await Bun.sleep(10_000);
  const after = cpu();
  const micros = (performance.now() - began) * 1000;
  const parts = PARTS.map((part, n) => ({
    part,
    megabytes: owner.pids(part).reduce((sum, pid) => sum + pssMegabytes(pid), 0),
    percent: (100 * (after[n]! - before[n]!)) / micros,
  }));
  for (const { part, megabytes, percent } of parts)
    console.log(`      idle ${part}: ${megabytes.toFixed(1)} MB, ${percent.toFixed(2)} %`);
  const sum = (key: 'megabytes' | 'percent') => parts.reduce((all, part) => all + part[key], 0);
  return { megabytes: sum('megabytes'), percent: sum('percent') };
}

const pssMegabytes = (pid: number) =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
