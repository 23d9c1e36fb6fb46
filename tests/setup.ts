import { afterAll, afterEach, setDefaultTimeout } from 'bun:test';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { relative, sep } from 'node:path';
import { format } from 'node:util';
import { buildWebIfStale } from '../scripts/setup';

/**
 * Tests see few environment variables of the developer, cannot connect to other machines, and fail if they
 * print an error.
 */

process.env.NODE_ENV = 'test';

const KEPT_VARIABLES =
  /^(PATH|PATHEXT|HOME|USER|USERPROFILE|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|CI|NODE_ENV|NO_COLOR|FORCE_COLOR|CHROMIUM_PATH|SHOTS|MODEL_RUNS|EXECUTABLE|BUN_\w+|JEST_\w+|SYSTEMROOT|COMSPEC|PROGRAMFILES.*|LOCALAPPDATA)$/i;
for (const name of Object.keys(process.env)) if (!KEPT_VARIABLES.test(name)) delete process.env[name];

/** Milliseconds after which a test counts as hanging and fails. The limit does not measure speed. */
const TIMEOUT_MS = 120_000;

const NEED_BUILD = ['browser', 'http', 'start'];

let dom: typeof import('./dom') | undefined;

// Bun loads a test file only after the file before it has run, so `onLoad` runs between the two
Bun.plugin({
  name: 'set up each test file',
  setup(build) {
    build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => {
      const [folder = ''] = relative(import.meta.dir, path).split(sep);
      setDefaultTimeout(TIMEOUT_MS);
      if (NEED_BUILD.includes(folder)) buildWebIfStale();
      if (folder === 'web') {
        dom ??= await import('./dom');
        dom.showBrowserGlobals();
      } else dom?.hideBrowserGlobals();
      return { contents: readFileSync(path, 'utf8'), loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

let errors: string[] = [];

export function takeErrors(): string[] {
  const taken = errors;
  errors = [];
  return taken;
}

function failOnErrors() {
  const left = takeErrors();
  if (left.length > 0) throw new Error(left.join('\n'));
}
afterEach(failOnErrors);
afterAll(failOnErrors);

console.error = (...args: unknown[]) => errors.push(`console.error: ${format(...args)}`);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Also records the error, so that the test fails even if the code under test catches it. */
function refuseOtherMachines(host: string) {
  if (LOOPBACK.test(host)) return;
  errors.push(`Tests may not reach ${host}.`);
  throw new Error(`Tests may not reach ${host}.`);
}

const realFetch = globalThis.fetch;
globalThis.fetch = Object.assign(
  async (input: string | URL | Request, init?: RequestInit) => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    if (protocol === 'http:' || protocol === 'https:') refuseOtherMachines(hostname);
    return realFetch(input, init);
  },
  { preconnect: realFetch.preconnect },
);

const realConnect = Bun.connect;
Bun.connect = ((options: { hostname?: string }) => {
  if (options.hostname) refuseOtherMachines(options.hostname);
  return realConnect(options as Parameters<typeof realConnect>[0]);
}) as typeof Bun.connect;

// node:http, node:https and node:tls connect through node:net
const socketConnect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'number') refuseOtherMachines(typeof second === 'string' ? second : 'localhost');
  else if (first && typeof first === 'object' && !('path' in first && first.path)) guardOptions(first);
  return Reflect.apply(socketConnect, this, args);
} as typeof socketConnect;

function guardOptions(options: { host?: string; lookup?: net.LookupFunction }) {
  const { host = 'localhost', lookup } = options;
  if (!lookup || net.isIP(host)) return refuseOtherMachines(host);
  options.lookup = (name, how, answer) =>
    lookup(name, how, (error, address, family) => {
      for (const one of Array.isArray(address) ? address : [{ address }])
        if (one.address) refuseOtherMachines(one.address);
      answer(error, address, family);
    });
}
