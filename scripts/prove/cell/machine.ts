import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../tests/support/until';
import type { Machine, Net } from './net';

export const PARTS = ['server', 'supervisor', 'copier'] as const;
export type Part = (typeof PARTS)[number];

export type CellMachine = ReturnType<typeof createMachine>;

/** A machine with an empty folder, on which `tagline cell` runs. */
export function createMachine(name: Machine, net: Net, folder: string, command: string[]) {
  const home = join(folder, name);
  let supervisor: Bun.Subprocess | null = null;
  mkdirSync(home);

  const pids = (...parts: Part[]) =>
    processesBelow(home)
      .filter(({ part }) => parts.includes(part))
      .map(({ pid }) => pid);
  const signal = (how: NodeJS.Signals, parts: readonly Part[] = PARTS) => {
    for (const pid of pids(...parts))
      try {
        process.kill(pid, how);
      } catch {} // it has ended meanwhile
  };

  return {
    name,
    dataDir: join(home, 'data'),
    pids,
    signal,
    isRunning: () => supervisor !== null && supervisor.exitCode === null && supervisor.signalCode === null,
    start(env: Record<string, string>) {
      const log = openSync(join(folder, `${name}.log`), 'a');
      supervisor = Bun.spawn(net.at(name, [...command, 'cell']), {
        cwd: home,
        env: { PATH: process.env.PATH, HOME: home, ...env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
    },
    async burn({ disk }: { disk: boolean }) {
      await until(() => {
        signal('SIGKILL');
        return pids(...PARTS).length === 0;
      });
      if (disk) rmSync(home, { recursive: true });
      mkdirSync(home, { recursive: true });
    },
    /** Asks for a planned switch, and resolves with the exit code. */
    leave() {
      supervisor?.kill('SIGTERM');
      return supervisor?.exited ?? Promise.resolve(0);
    },
  };
}

/** Litestream runs elsewhere, but names its files there. The shell that it starts counts as a part of it. */
function processesBelow(home: string): { pid: number; part: Part }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), ...describe(pid) }));
  const own = all.filter(({ cwd, command }) => cwd.startsWith(home) || command.includes(`${home}/`));
  const copiers = new Set(own.filter(({ command }) => isCopier(command)).map(({ pid }) => pid));
  return [...own, ...all.filter(({ parent }) => copiers.has(parent))].map(({ pid, parent, command }) => ({
    pid,
    part:
      copiers.has(pid) || copiers.has(parent)
        ? 'copier'
        : /\0cell\0?$/.test(command)
          ? 'supervisor'
          : 'server',
  }));
}

const isCopier = (command: string) => command.split('\0')[0]!.includes('litestream');

function describe(pid: string) {
  try {
    const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
    return {
      cwd: readlinkSync(`/proc/${pid}/cwd`),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      parent,
    };
  } catch {
    return { cwd: '', command: '', parent: 0 };
  }
}
