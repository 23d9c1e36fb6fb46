import { afterAll, afterEach } from 'bun:test';
import net from 'node:net';
import { format } from 'node:util';

/**
 * The ground all tests stand on: nothing of the developer's environment, nothing outside this machine, and no
 * error that is only printed.
 */

process.env.NODE_ENV = 'test';

// Configuration that a developer has set (or keeps in .env) must not decide what a test sees.
const KEPT =
  /^(PATH|PATHEXT|HOME|USER|USERPROFILE|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|CI|NODE_ENV|NO_COLOR|FORCE_COLOR|CHROMIUM_PATH|SHOTS|MODEL_RUNS|BUN_\w+|JEST_\w+|SYSTEMROOT|COMSPEC|PROGRAMFILES.*|LOCALAPPDATA)$/i;
for (const name of Object.keys(process.env)) if (!KEPT.test(name)) delete process.env[name];

let complaints: string[] = [];

/** What has been printed as an error or refused since the last time. A test that means it takes it; else it fails. */
export function takeErrors(): string[] {
  const taken = complaints;
  complaints = [];
  return taken;
}

function complain() {
  const said = takeErrors();
  if (said.length > 0) throw new Error(said.join('\n'));
}
afterEach(complain);
afterAll(complain);

console.error = (...args: unknown[]) => complaints.push(`console.error: ${format(...args)}`);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Refuses, in a way that fails the test even if the code under test gets over it. */
function refuseOutside(host: string) {
  if (LOOPBACK.test(host)) return;
  complaints.push(`Tests may not reach ${host}.`);
  throw new Error(`Tests may not reach ${host}.`);
}

const realFetch = globalThis.fetch;
globalThis.fetch = Object.assign(
  async (input: string | URL | Request, init?: RequestInit) => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    if (protocol === 'http:' || protocol === 'https:') refuseOutside(hostname);
    return realFetch(input, init);
  },
  { preconnect: realFetch.preconnect },
);

const realConnect = Bun.connect;
Bun.connect = ((options: { hostname?: string }) => {
  if (options.hostname) refuseOutside(options.hostname);
  return realConnect(options as Parameters<typeof realConnect>[0]);
}) as typeof Bun.connect;

/** node:net, and through it node:http, node:https and node:tls. */
const socketConnect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'number') refuseOutside(typeof second === 'string' ? second : 'localhost');
  else if (first && typeof first === 'object' && !('path' in first && first.path)) guardOptions(first);
  return Reflect.apply(socketConnect, this, args);
} as typeof socketConnect;

/** A name may stand for this machine when whoever connects resolves it: then its answers are judged. */
function guardOptions(options: { host?: string; lookup?: net.LookupFunction }) {
  const { host = 'localhost', lookup } = options;
  if (!lookup || net.isIP(host)) return refuseOutside(host);
  options.lookup = (name, how, answer) =>
    lookup(name, how, (error, address, family) => {
      for (const one of Array.isArray(address) ? address : [{ address }])
        if (one.address) refuseOutside(one.address);
      answer(error, address, family);
    });
}
