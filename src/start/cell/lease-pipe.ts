import { readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ConfigError } from '../../app/errors';
import { extendLease, readRenewalsWith, uptime } from '../../app/owner';
import { LEASE_LENGTH, NEWEST_LEASE, TIME_LENGTH } from '../../outside/server-process';

const newest = Buffer.alloc(LEASE_LENGTH);
let isServing = false;

/** Resolves once this process owns the data. When the pipe ends, the lease is not renewed any more. */
export async function readLease(): Promise<void> {
  const first = Promise.withResolvers<void>();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    extendLease(JSON.parse(line));
    if (isServing) sayAlive();
    first.resolve();
  });
  lines.on('close', () => first.reject(new ConfigError('tagline cell has ended.')));
  await first.promise;
  readRenewalsWith(() => {
    const bytes = readSync(NEWEST_LEASE, newest, 0, newest.length, 0);
    extendLease(JSON.parse(newest.toString('utf8', 0, bytes)));
  });
}

/** From now on whoever gave the lease may end this process if its event loop hangs. */
export function sayAlive(): void {
  isServing = true;
  writeSync(NEWEST_LEASE, String(uptime()).padEnd(TIME_LENGTH), LEASE_LENGTH);
}
