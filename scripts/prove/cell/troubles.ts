import { until } from '../../../tests/support/until';
import type { Load } from './load';
import { type CellMachine, PARTS } from './machine';
import { MACHINES, type Machine, type Place, SERVICES } from './net';
import type { Random } from './random';
import { clockLibrary, type World } from './world';

export type Scene = {
  world: World;
  load: Pick<Load, 'receive'>;
  owner: CellMachine;
  other: CellMachine;
  random: Random;
  /** Machines that are not to be started now. */
  off: Set<Machine>;
  clocks: Map<Machine, string>;
  /** From now on until the end of the trouble this machine, or any, may write what is not copied. */
  hinders(by: Machine | null): void;
};

export type Made = { what: string; end?: () => unknown };
type Act = (scene: Scene) => Promise<Made> | Made;

/** Makes trouble, and returns what it was and how it ends. Long ones last until then. */
export const TROUBLES = {
  burn,

  kill({ owner, random, hinders }) {
    const parts = random.some(PARTS);
    if (parts.includes('supervisor')) hinders(owner.name);
    owner.signal('SIGKILL', parts);
    return { what: `kill -9 of ${parts.join(', ')}` };
  },

  pause({ owner, random, hinders }) {
    const parts = random.some(PARTS);
    hinders(owner.name);
    owner.signal('SIGSTOP', parts);
    return { what: `${parts.join(', ')} paused`, end: () => owner.signal('SIGCONT', parts) };
  },

  /** The round that only the check of the lease before each text passes. */
  async hangs({ world, load, owner, other, hinders }) {
    load.receive(100);
    await Bun.sleep(1_500);
    hinders(owner.name);
    owner.signal('SIGSTOP', ['supervisor']);
    await until(() => world.isOwner(other.name), 60_000);
    return { what: 'the supervisor hangs', end: () => owner.signal('SIGCONT', ['supervisor']) };
  },

  cut({ world, owner, random, hinders }) {
    const place = random.one(SERVICES);
    const ways = random.some<[Place, Place]>([
      [owner.name, place],
      [place, owner.name],
    ]);
    hinders(owner.name);
    for (const [from, to] of ways) world.net.cut(from, to);
    return { what: ways.map(([from, to]) => `${roleOf(from)} cut from ${roleOf(to)}`).join(', ') };
  },

  slow({ world, hinders }) {
    hinders(null);
    world.s3.beforeWrites(() => Bun.sleep(1_500));
    return { what: 'S3 takes 1.5 s', end: () => world.s3.beforeWrites(async () => {}) };
  },

  failing({ world, hinders }) {
    hinders(null);
    world.s3.beforeWrites(async () => {
      throw new Error('S3 has a fault');
    });
    return { what: 'S3 fails', end: () => world.s3.beforeWrites(async () => {}) };
  },

  lease({ world, hinders }) {
    hinders(null);
    world.etcd.kill();
    return { what: 'etcd is away', end: () => world.etcd.start() };
  },

  /** As an upgrade does it: the keeper starts it again. Nothing at all may be lost. */
  async handover({ owner }) {
    await owner.leave();
    return { what: 'planned switch' };
  },

  /** S3 refuses whoever is more than 15 minutes off, who thus cannot take over. */
  async clock(scene) {
    const { owner, other, clocks, random, off } = scene;
    const clock = random.one(['+10m', '-10m', '+1h', '-1h']);
    clocks.set(other.name, clock);
    await other.burn({ disk: false });
    await Bun.sleep(3_000);
    const { what } = await burn(scene);
    const end = async () => {
      off.delete(owner.name);
      await until(() => owner.pids('supervisor').length > 0);
      clocks.delete(other.name);
      await other.leave();
    };
    return { what: `${what}, the clock of the other is ${clock} off`, end };
  },
} satisfies Record<string, Act>;

export type Kind = keyof typeof TROUBLES;
export const KINDS = Object.keys(TROUBLES) as Kind[];

async function burn({ world, owner, off, random, hinders }: Scene): Promise<Made> {
  const disk = random.chance(0.5);
  off.add(owner.name);
  hinders(owner.name);
  world.net.lose(owner.name);
  await owner.burn({ disk });
  return { what: `the machine burns${disk ? ' with its disk' : ''}`, end: () => off.delete(owner.name) };
}

const roleOf = (place: Place) => (MACHINES.some((name) => name === place) ? 'the owner' : place);

/** Starts again what has ended, as systemd would, with the clock that the machine has. */
export function keepRunning(world: World, off: Set<Machine>, clocks: Map<Machine, string>) {
  let running = true;
  const loop = (async () => {
    for (; running; await Bun.sleep(500))
      for (const name of MACHINES) {
        const clock = clocks.get(name);
        const moved: Record<string, string> = clock
          ? { LD_PRELOAD: clockLibrary(), FAKETIME: clock, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
          : {};
        if (!off.has(name) && !world.machines[name].isRunning()) world.start(name, moved);
      }
  })();
  return {
    async stop() {
      running = false;
      await loop;
    },
  };
}
