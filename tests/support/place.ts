import { clientCommands } from '../../src/client/commands';
import type { Place } from '../../src/client/login';
import type { Command } from '../../src/start/command-line';

/** A machine with a home folder, on which the commands of a client run. `piped` is what comes by stdin. */
export function machine(
  home: string,
  { piped, env = {} }: { piped?: string | Uint8Array; env?: Place['env'] } = {},
) {
  const stdin = {
    isTTY: piped === undefined,
    async *[Symbol.asyncIterator]() {
      if (piped !== undefined) yield Buffer.from(piped);
    },
  };
  const place: Place = { env: { HOME: home, ...env }, platform: 'linux', stdin };
  const commands = clientCommands(place);
  const run = (name: string, operands: string[] = [], options: Record<string, string> = {}) =>
    (commands[name] as Command).run({ operands, options, lists: {}, progress() {}, print() {} });
  return { place, run };
}
