import { expect } from 'bun:test';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RESERVE } from '../../src/app/data-folder/data-folder';
import { keepReserve, withReserve } from '../../src/app/reserve';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';

const file = (app: TestApp) => join(app.config.dataDir, RESERVE);
const sizeOf = (app: TestApp) => statSync(file(app), { throwIfNoEntry: false })?.size ?? 0;

const errorOf = (result: Error | null) => result;
const full = () =>
  new Error('Failed query', { cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) });

test('on a full disk, a command that deletes may use the space of the reserve', async ({ app }) => {
  keepReserve(app);
  expect(sizeOf(app)).toBeGreaterThan(0);
  let runs = 0;
  const command = async () => {
    runs++;
    return sizeOf(app) > 0 ? full() : null;
  };
  expect(await withReserve(app, command, errorOf)).toBeNull();
  expect(runs).toBe(2);
  expect(sizeOf(app)).toBeGreaterThan(0); // the file that reserves space on the disk was written again
});

test('a command is run once if the disk is not full, or if there is no reserve', async ({ app }) => {
  let runs = 0;
  const failing = (error: Error) => async () => {
    runs++;
    return error;
  };
  await withReserve(app, failing(full()), errorOf);
  keepReserve(app);
  await withReserve(app, failing(new Error('No such message')), errorOf);
  expect(runs).toBe(2);
  rmSync(file(app));
});
