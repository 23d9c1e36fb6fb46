import { z } from 'zod';
import { ConfigError } from '../errors';
import { parseTarget, type ReplicaConfig } from './replica';
import { type Env, readSettings, setting } from './settings';

const CACHE_ERROR = 'must be a size from 10MB to 9999TB';
const UNITS = { MB: 1e6, GB: 1e9, TB: 1e12 };

export const MEDIA_SETTINGS = {
  MEDIA_URL: setting(
    z
      .string()
      .refine((url) => parseTarget(url)?.bucket, 'must be s3://BUCKET/PATH')
      .optional(),
    'none: the folder `media`',
    'where photos and files are kept: `s3://BUCKET/PATH` ([Photos in S3](media-in-s3.md))',
  ),
  MEDIA_CACHE: setting(
    z
      .string()
      .regex(/^[1-9]\d{0,3}(MB|GB|TB)$/, CACHE_ERROR)
      .transform((size) => Number.parseInt(size, 10) * UNITS[size.slice(-2) as keyof typeof UNITS])
      .refine((bytes) => bytes >= 10e6, CACHE_ERROR)
      .default(20e9),
    '20GB',
    'with `MEDIA_URL`, the most that copies on this disk may take; they leave 2 GB of the disk free, or a twentieth of a small one',
  ),
};

export function readMedia(env: Env, { target: copies, s3 }: ReplicaConfig) {
  const set = readSettings(MEDIA_SETTINGS, env);
  /** Null if files are kept in the folder `media`. */
  const target = set.MEDIA_URL ? parseTarget(set.MEDIA_URL) : null;
  if (target && !s3.accessKeyId)
    throw new ConfigError('MEDIA_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  if (target && target.url === copies?.url)
    throw new ConfigError('MEDIA_URL must be another path than REPLICA_URL.');
  return { target, cacheBytes: set.MEDIA_CACHE };
}
