import { readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ConfigError } from '../../app/errors';
import { extendLease, readRenewalsWith } from '../../app/owner';
import { NEWEST_LEASE } from '../../outside/server-process';

const newest = Buffer.alloc(1_000);

/** Resolves once this process owns the data. When the pipe ends, the lease is not renewed any more. */
export async function readLease(): Promise<void> {
  const first = Promise.withResolvers<void>();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    extendLease(JSON.parse(line));
    first.resolve();
  });
  lines.on('close', () => first.reject(new ConfigError('tagline cell has ended.')));
  await first.promise;
  readRenewalsWith(() => {
    const bytes = readSync(NEWEST_LEASE, newest, 0, newest.length, 0);
    extendLease(JSON.parse(newest.toString('utf8', 0, bytes)));
  });
}
