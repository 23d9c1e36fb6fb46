import { join } from 'node:path';
import { debianProgram } from '../debian';
import { executableForTests } from '../setup';
import { makeSpaces, netOfProxies } from './cell/net';
import { proveCell } from './cell/prove-cell';
import type { Check, Proof } from './program';

/** Kills, pauses and cuts machines that own a cell in turn, under load. Needs Linux. */
export const cell: Proof = async (check, { quick }) => {
  executableForTests();
  for (const [program, from] of [['etcd', 'etcd-server'], ['haproxy'], ['faketime']])
    debianProgram(program!, from);
  const prefix = `tagline-${process.pid}-`;
  using spaces = makeSpaces(prefix);
  if (!spaces) {
    console.log(
      '      Network namespaces may not be made here: proxies on the loopback address make the cuts.',
    );
    return proveCell(check, quick, netOfProxies());
  }
  const command = [process.execPath, join(import.meta.dir, 'cell/in-world.ts'), prefix, String(quick)];
  const child = Bun.spawn(['ip', 'netns', 'exec', `${prefix}world`, ...command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message: Parameters<Check>) => check(...message),
  });
  process.on('exit', () => child.kill('SIGTERM'));
  check('the proof inside of the namespaces reaches its end', (await child.exited) === 0);
};
