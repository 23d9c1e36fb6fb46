import { join } from 'node:path';
import { median, quantile } from '../../bench/figures';
import { ROOT } from '../../setup';
import type { Check } from '../program';
import type { Net } from './net';
import { createRandom } from './random';
import { playRounds, type Round } from './rounds';
import { KINDS, type Kind } from './troubles';

const QUICK: Kind[] = ['hangs', 'burn', 'cut', 'pause', 'handover'];
const [QUICK_MS, LONG_MS] = [5_000, 30_000];
const GOALS = { takeoverMedian: 9_000, takeoverMost: 12_000, handover: 2_000, idleMb: 40, idlePercent: 0.5 };
/** Kinds that leave etcd, S3 and the other machine whole, so that it takes over at once. */
const TAKEOVERS: Kind[] = ['burn', 'hangs'];

const WITHOUT_CHECK = {
  command: [process.execPath, join(ROOT, 'src/main.ts')],
  env: { BUN_OPTIONS: `--preload ${join(import.meta.dir, 'without-check.ts')}` },
};

/** `ROUNDS`, `SEED` and `KINDS` of the environment choose others; the short form checks promises, and no times. */
export async function proveCell(check: Check, quick: boolean, net: Net) {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  const count = quick ? QUICK.length : Number(process.env.ROUNDS ?? 100);
  const random = createRandom(seed);
  const chosen = KINDS.filter((kind) => (process.env.KINDS ?? kind).split(',').includes(kind));
  const kinds = quick ? QUICK : Array.from({ length: count }, () => random.one(chosen));
  const longest = quick ? QUICK_MS : LONG_MS;
  console.log(
    `      SEED=${seed}, ${net.host.a === net.host.b ? 'on the loopback address' : 'in namespaces'}`,
  );

  const meanwhile = async () => {
    const hangs = {
      seed,
      kinds: ['hangs' as const],
      longest,
      durable: 'disk' as const,
      sources: WITHOUT_CHECK,
    };
    const { violations } = await playRounds(hangs, net);
    const found = violations.filter((sentence) => /left \d+ times|was the owner|taken back/.test(sentence));
    check('without the check of the lease, promises are found to be broken', found.length > 0, found[0]);
  };
  const withReplica = quick ? 0 : Math.floor(count / 4);
  const disk = await playRounds(
    { seed, longest, durable: 'disk', meanwhile, kinds: kinds.slice(withReplica), measuresIdle: !quick },
    net,
  );
  const { violations } = disk;
  check(
    `${disk.rounds.length} rounds break no promise`,
    violations.length === 0,
    violations[0] ?? disk.counts,
  );
  const rounds = [...disk.rounds];
  if (withReplica > 0) {
    const replica = await playRounds(
      { seed: seed + 1, longest, durable: 'replica', kinds: kinds.slice(0, withReplica) },
      net,
    );
    const found = replica.violations[0] ?? replica.counts;
    check(`${withReplica} rounds with DURABLE=replica lose nothing`, replica.violations.length === 0, found);
    rounds.push(...replica.rounds);
  }
  printTable(rounds);

  const gapsOf = (...of: Kind[]) =>
    rounds.filter(({ kind }) => of.includes(kind)).flatMap(({ gaps }) => gaps);
  const [takeovers, handovers] = [gapsOf(...TAKEOVERS), gapsOf('handover')];
  const figures: [what: string, is: number, most: number, unit: string][] = [
    ['a takeover at the median', median(takeovers), GOALS.takeoverMedian, 'ms'],
    ['a takeover at p99', quantile(takeovers, 0.99), GOALS.takeoverMost, 'ms'],
    ['a planned switch', Math.max(...handovers), GOALS.handover, 'ms'],
  ];
  if (disk.idle) {
    figures.push(['memory of an idle cell', disk.idle.megabytes, GOALS.idleMb, 'MB']);
    figures.push(['processor time of an idle cell', disk.idle.percent, GOALS.idlePercent, '%']);
  }
  for (const [what, is, most, unit] of figures) {
    const found = `${Number(is.toFixed(1))} ${unit}, at most ${most}`;
    if (quick) console.log(`      ${what}: ${found}`);
    else check(what, is <= most, found);
  }
}

function printTable(rounds: Round[]) {
  console.log('| trouble | rounds | switches | gap, median | gap, longest | writes lost | oldest |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [kind, same] of Map.groupBy(rounds, ({ kind }) => kind)) {
    const gaps = same.flatMap(({ gaps }) => gaps);
    const lost = same.flatMap(({ lost }) => lost);
    const seconds = (milliseconds: number) =>
      Number.isFinite(milliseconds) ? `${(milliseconds / 1000).toFixed(1)} s` : '';
    const cells = [kind, same.length, gaps.length, seconds(median(gaps)), seconds(Math.max(...gaps))];
    console.log(
      `| ${[...cells, lost.length, lost.length > 0 ? seconds(Math.max(...lost)) : ''].join(' | ')} |`,
    );
  }
}
