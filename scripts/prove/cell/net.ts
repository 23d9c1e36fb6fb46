import { createConnection, createServer, type Socket } from 'node:net';
import { freePort } from '../../process';

export type Place = 'a' | 'b' | 'etcd' | 's3' | 'gateway' | 'world';
export type Machine = 'a' | 'b';
export const MACHINES = ['a', 'b'] as const;

/** The network between two machines and what they need. `cut` drops without a word what goes in one direction. */
export type Net = {
  /** The address at which a place listens. */
  host: Record<Place, string>;
  /** The address and port at which a place reaches a port of another. */
  reach(from: Place, to: Place, port: number): string;
  /** Makes a command run at a place. */
  at(place: Place, command: string[]): string[];
  machineAt(address: string | undefined): Machine;
  cut(from: Place, to: Place): void;
  /** Cuts off a machine that loses its power: its Linux sends nothing more for processes that have ended. */
  lose(machine: Machine): void;
  heal(): void;
};

const ADDRESSES: Record<Place, string> = {
  world: '10.77.1.2',
  s3: '10.77.1.3',
  gateway: '10.77.1.4',
  a: '10.77.2.2',
  b: '10.77.3.2',
  etcd: '10.77.4.2',
};
export const SERVICES = ['etcd', 's3', 'gateway', 'world'] as const;
const SPACES = ['world', 'a', 'b', 'etcd'] as const;

/** Makes a namespace for each machine, and a router between them. Null if this is not allowed. */
export function makeSpaces(prefix: string) {
  const ip = (...args: string[]) =>
    Bun.which('ip') !== null &&
    Bun.spawnSync(['ip', ...args], { stdio: ['ignore', 'ignore', 'ignore'] }).success;
  const [router, remove] = [
    `${prefix}router`,
    () => [router, ...SPACES.map((name) => prefix + name)].map((name) => ip('netns', 'del', name)),
  ];
  const made = [
    () => ip('netns', 'add', router),
    () => ip('netns', 'exec', router, 'sh', '-c', 'echo 1 >/proc/sys/net/ipv4/ip_forward'),
    ...SPACES.flatMap((name, n) => {
      const [space, subnet] = [prefix + name, `10.77.${n + 1}`];
      const inside = ['-n', space];
      return [
        () => ip('netns', 'add', space),
        () =>
          ip(
            'link',
            'add',
            `to-${name}`,
            'netns',
            router,
            'type',
            'veth',
            'peer',
            'name',
            'eth0',
            'netns',
            space,
          ),
        () => ip('-n', router, 'addr', 'add', `${subnet}.1/24`, 'dev', `to-${name}`),
        () => ip('-n', router, 'link', 'set', `to-${name}`, 'up'),
        () => [2, 3, 4].every((host) => ip(...inside, 'addr', 'add', `${subnet}.${host}/24`, 'dev', 'eth0')),
        () => ['lo', 'eth0'].every((link) => ip(...inside, 'link', 'set', link, 'up')),
        () => ip(...inside, 'route', 'add', 'default', 'via', `${subnet}.1`),
      ];
    }),
  ].every((step) => step());
  process.on('exit', remove);
  return made ? { [Symbol.dispose]: remove } : null;
}

/** To be called in the namespace `world`. */
export function netOfSpaces(prefix: string): Net {
  const router = (...args: string[]) => Bun.spawnSync(['ip', '-n', `${prefix}router`, 'rule', ...args]);
  const sendForEnded = (machine: Machine, times: number) =>
    Bun.spawnSync([
      ...['ip', 'netns', 'exec', prefix + machine, 'sh', '-c'],
      `echo ${times} >/proc/sys/net/ipv4/tcp_orphan_retries`,
    ]);
  let cuts = 0;
  const cut = (from: Place, to: Place) =>
    void router('add', 'pref', `${100 + cuts++}`, 'from', ADDRESSES[from], 'to', ADDRESSES[to], 'blackhole');
  return {
    host: ADDRESSES,
    reach: (_, to, port) => `${ADDRESSES[to]}:${port}`,
    at: (place, command) => ['ip', 'netns', 'exec', prefix + place, ...command],
    machineAt: (address) => (address === ADDRESSES.a ? 'a' : 'b'),
    cut,
    lose(machine) {
      for (const place of SERVICES) cut(machine, place);
      sendForEnded(machine, 1);
    },
    heal() {
      for (const machine of MACHINES) sendForEnded(machine, 0); // the usual number
      while (cuts > 0) router('del', 'pref', `${100 + --cuts}`);
    },
  };
}

/** On the loopback address, through proxies that hold back what is cut. */
export function netOfProxies(): Net {
  const cuts = new Set<string>();
  const proxies = new Map<string, number>();
  const LOCAL = { a: '127.0.0.2', b: '127.0.0.3' };
  const forward = (source: Socket, target: Socket, way: string) => {
    const write = async (bytes: Buffer | string) => {
      source.pause();
      while (cuts.has(way) && !source.destroyed) await Bun.sleep(20);
      if (!source.destroyed) target.write(bytes);
      source.resume();
    };
    source.on('data', (bytes) => void write(bytes));
    source.on('close', () => target.destroy());
    source.on('error', () => {});
  };
  const proxy = (from: Place, to: Place, port: number): number => {
    const listening = freePort();
    createServer((near) => {
      const localAddress = from === 'a' || from === 'b' ? LOCAL[from] : undefined;
      const far = createConnection({ host: '127.0.0.1', port, localAddress });
      forward(near, far, `${from} ${to}`);
      forward(far, near, `${to} ${from}`);
    }).listen(listening, '127.0.0.1');
    return listening;
  };
  const host = Object.fromEntries(Object.keys(ADDRESSES).map((place) => [place, '127.0.0.1']));
  return {
    host: host as Record<Place, string>,
    reach(from, to, port) {
      const key = `${from} ${to} ${port}`;
      if (!proxies.has(key)) proxies.set(key, proxy(from, to, port));
      return `127.0.0.1:${proxies.get(key)}`;
    },
    at: (_, command) => command,
    machineAt: (address) => (address === LOCAL.a ? 'a' : 'b'),
    cut: (from, to) => void cuts.add(`${from} ${to}`),
    lose(machine) {
      for (const place of SERVICES) cuts.add(`${machine} ${place}`);
    },
    heal: () => cuts.clear(),
  };
}
