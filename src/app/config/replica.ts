import { z } from 'zod';
import { ConfigError } from '../errors';
import { address, type Env, readSettings, setting, text } from './settings';

const URL_ERROR = 'must be s3://BUCKET/PATH, or file:///FOLDER on another disk';
const SYNC_ERROR = 'must be a time from 100ms to 60s';
const DAYS_ERROR = 'must be a whole number of days from 1 to 365';
const PASSPHRASE_MIN = 12;

export const REPLICA_SETTINGS = {
  REPLICA_URL: setting(
    z
      .string()
      .refine((url) => parseTarget(url) !== null, URL_ERROR)
      .optional(),
    'none',
    'where the database is copied by the second: `s3://BUCKET/PATH`, or `file:///FOLDER` of a mounted disk ([Copies](copies.md))',
  ),
  REPLICA_SYNC: setting(
    z
      .string()
      .regex(/^\d{1,5}(ms|s)$/, SYNC_ERROR)
      .transform((time) => Number.parseInt(time, 10) * (time.endsWith('ms') ? 1 : 1000))
      .refine((milliseconds) => milliseconds >= 100 && milliseconds <= 60_000, SYNC_ERROR)
      .default(1000),
    '1s',
    'how often what is new is copied',
  ),
  REPLICA_DAYS: setting(
    z.coerce.number(DAYS_ERROR).int(DAYS_ERROR).min(1, DAYS_ERROR).max(365, DAYS_ERROR).default(7),
    '7',
    'days for which every moment can be restored, and for which copies have what was deleted',
  ),
  REPLICA_PASSPHRASE: setting(
    z.string().min(PASSPHRASE_MIN, `must have at least ${PASSPHRASE_MIN} characters`).optional(),
    'none',
    'passphrase that the secret and the key for mails are encrypted with, so that they go along with the copies',
    { secret: true },
  ),
  LITESTREAM: setting(text, '`litestream` of the path', 'program that copies: Litestream 0.5.17 or newer'),
  LITESTREAM_OLD: setting(
    z.enum(['accept'], { error: 'must be accept' }).optional(),
    'none',
    '`accept` starts older versions of Litestream, whose SQLite can damage a database; for tests only',
  ),
  AWS_ACCESS_KEY_ID: setting(text, 'none', 'key for the buckets of `REPLICA_URL` and `MEDIA_URL`'),
  AWS_SECRET_ACCESS_KEY: setting(text, 'none', 'secret of that key', { secret: true }),
  AWS_REGION: setting(text, 'us-east-1', 'region of the bucket'),
  AWS_ENDPOINT_URL: setting(address, "Amazon's", 'address of another service that speaks S3'),
};

/** A place for copies: a folder, or a path in a bucket. `path` has no slash at its end. */
export type Target = { url: string; bucket: string | null; path: string };

export function parseTarget(url: string): Target | null {
  const [, bucket, key = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./=-]*))?$/.exec(url) ?? [];
  if (bucket) {
    const path = key.split('/').filter(Boolean).join('/');
    return { url: `s3://${bucket}${path && `/${path}`}`, bucket, path };
  }
  const [, folder] = /^file:\/\/(\/.*[^/])\/*$/.exec(url) ?? [];
  return folder ? { url: `file://${folder}`, bucket: null, path: folder } : null;
}

/** What Litestream may read of our environment: our other secrets are none of its business. */
const PASSED = /^(AWS_|SSL_CERT_|HOME$|PATH$|TMPDIR$|(https?|no)_proxy$)/i;

export type ReplicaConfig = ReturnType<typeof readReplica>;

export function readReplica(env: Env) {
  const set = readSettings(REPLICA_SETTINGS, env);
  if (!set.AWS_ACCESS_KEY_ID !== !set.AWS_SECRET_ACCESS_KEY)
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed together.');
  return {
    /** Null if nothing is copied. */
    target: set.REPLICA_URL ? parseTarget(set.REPLICA_URL) : null,
    syncMs: set.REPLICA_SYNC,
    days: set.REPLICA_DAYS,
    passphrase: set.REPLICA_PASSPHRASE ?? null,
    program: set.LITESTREAM ?? 'litestream',
    environment: Object.fromEntries(Object.entries(env).filter(([name]) => PASSED.test(name))),
    acceptsOld: set.LITESTREAM_OLD === 'accept',
    s3: {
      accessKeyId: set.AWS_ACCESS_KEY_ID,
      secretAccessKey: set.AWS_SECRET_ACCESS_KEY,
      region: set.AWS_REGION ?? 'us-east-1',
      endpoint: set.AWS_ENDPOINT_URL,
    },
  };
}
