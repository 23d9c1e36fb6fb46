import { expect, test } from 'bun:test';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/app/config/config';
import { createCache } from '../../../src/media/place/cache';
import { tempFolder } from '../../support/folder';

const HOUR_S = 3_600;

test('copies of files go when there are too many, the least recently used first', async () => {
  using folder = tempFolder();
  const path = folder.file('cache');
  let spare = 1e12;
  const open = () => createCache(path, 1_000, () => spare);
  const cache = open();
  const add = (name: string, hoursAgo: number) => {
    writeFileSync(cache.partOf(name), 'x'.repeat(300));
    utimesSync(cache.keep(name, cache.partOf(name)), 0, Date.now() / 1000 - hoursAgo * HOUR_S);
  };
  await cache.trim();
  const names = () => readdirSync(path).sort();
  for (const [name, hoursAgo] of [
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ] as const)
    add(name, hoursAgo);
  await cache.trim();
  expect([names(), cache.bytes()]).toEqual([['a', 'b', 'c'], 900]);
  expect(cache.find('a')).toBe(join(path, 'a')); // now the last that goes
  expect(cache.find('none')).toBeNull();
  add('d', 0.5);
  await cache.trim();
  expect([names(), cache.bytes()]).toEqual([['a', 'c', 'd'], 900]);

  writeFileSync(join(path, 'e.999999999.part'), 'half'); // of a process that was killed
  const again = open();
  expect(names()).toEqual(['a', 'c', 'd']);
  spare = -1e9;
  await again.trim(); // all but what was used just now, because the disk is nearly full
  expect([names(), again.bytes()]).toEqual([['a'], 300]);
});

test('a bucket, its keys and a size are set together, or refused with a sentence', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  const set = (env: Record<string, string>) => readConfig({ DATA_DIR: '/tmp', ...env }).media;
  expect(set({})).toEqual({ target: null, cacheBytes: 20e9 });
  expect(set({ ...keys, MEDIA_URL: 's3://bucket/photos/', MEDIA_CACHE: '500MB' })).toEqual({
    target: { url: 's3://bucket/photos', bucket: 'bucket', path: 'photos' },
    cacheBytes: 500e6,
  });
  for (const [env, said] of [
    [{ MEDIA_URL: 's3://bucket' }, 'MEDIA_URL needs AWS_ACCESS_KEY_ID'],
    [{ MEDIA_URL: 'file:///mnt/usb' }, 'MEDIA_URL must be s3://BUCKET/PATH'],
    [{ ...keys, MEDIA_URL: 's3://bucket/a', REPLICA_URL: 's3://bucket/a/' }, 'another path than REPLICA_URL'],
    [{ MEDIA_CACHE: '5MB' }, 'MEDIA_CACHE must be a size'],
    [{ MEDIA_CACHE: 'much' }, 'MEDIA_CACHE must be a size'],
  ] as [Record<string, string>, string][])
    expect(() => set(env)).toThrow(said);
});
