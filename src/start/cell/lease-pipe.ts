import { createInterface } from 'node:readline';
import { ConfigError } from '../../app/errors';
import { extendLease } from '../../app/owner';

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
}
