import { z } from 'zod';
import { ConfigError } from '../errors';
import { type Env, readSettings, setting } from './settings';

const NAME_ERROR = 'must be small letters, digits and hyphens, such as tagline';
const LEASE_ERROR = 'must be none, kubernetes, or etcd://HOST:PORT with further HOST:PORT after commas';
const TTL_ERROR = 'must be a time from 2s to 60s';
const ETCD = /^etcd:\/\/([\w.-]+:\d{1,5}(?:,[\w.-]+:\d{1,5})*)$/;

export const CELL_SETTINGS = {
  CELL: setting(
    z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?$/, NAME_ERROR)
      .default('tagline'),
    'tagline',
    'name under which the machines of `tagline cell` find each other',
  ),
  LEASE: setting(
    z
      .string()
      .refine((lease) => /^(none|kubernetes)$/.test(lease) || ETCD.test(lease), LEASE_ERROR)
      .default('none'),
    'none',
    'who decides which machine owns the data: `etcd://HOST:PORT,HOST:PORT,...` or `kubernetes`; start `tagline cell` then ([A standby](standby.md))',
  ),
  LEASE_TTL: setting(
    z
      .string()
      .regex(/^\d{1,2}s$/, TTL_ERROR)
      .transform((time) => Number.parseInt(time, 10) * 1000)
      .refine((milliseconds) => milliseconds >= 2_000 && milliseconds <= 60_000, TTL_ERROR)
      .default(3_000),
    '3s',
    'how long the data has no owner after the machine that had them has failed',
  ),
  DURABLE: setting(
    z.enum(['disk', 'replica'], { error: 'must be disk or replica' }).default('disk'),
    'disk',
    'what an answer to a write waits for: the `disk`, or also the copy at `REPLICA_URL` (`replica`)',
  ),
};

export type LeasePlace = { kind: 'etcd'; endpoints: string[] } | { kind: 'kubernetes'; server: string };

export type CellConfig = ReturnType<typeof readCell>;

export function readCell(env: Env) {
  const set = readSettings(CELL_SETTINGS, env);
  if (set.DURABLE === 'replica' && !env.REPLICA_URL?.trim())
    throw new ConfigError('DURABLE is replica, so REPLICA_URL is needed: there is no copy to wait for.');
  return {
    name: set.CELL,
    /** Null if this is the only machine. */
    lease: toLease(set.LEASE, env),
    ttlMs: set.LEASE_TTL,
    waitsForCopy: set.DURABLE === 'replica',
  };
}

function toLease(lease: string, env: Env): LeasePlace | null {
  if (lease === 'none') return null;
  const hosts = ETCD.exec(lease)?.[1];
  if (hosts) return { kind: 'etcd', endpoints: hosts.split(',') };
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (!host)
    throw new ConfigError('LEASE is kubernetes, but this is no pod: KUBERNETES_SERVICE_HOST is not set.');
  return { kind: 'kubernetes', server: `${host.includes(':') ? `[${host}]` : host}:${port}` };
}
