import { expect } from 'bun:test';
import { startChores } from '../../src/app/chores';
import { indexQueued } from '../../src/search/index/indexing';
import { emptyIndex } from '../../src/search/index/mending';
import { mergeIndex } from '../../src/search/merging';
import { CHORES } from '../../src/start/chores';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann } from '../support/cast';
import { found, person, store } from './searchers';

test('segments of the index are merged, and all messages stay found', async ({ app }) => {
  fillInSegments(app, 11);
  expect(countSegments(app)).toBeGreaterThan(2);
  await mergeIndex(app);
  expect(countSegments(app)).toBeLessThanOrEqual(2);
  expect(await found(app, person(app, ann), 'ramen')).toHaveLength(11);
});

test('an index that is already merged is not written', async ({ app }) => {
  fillInSegments(app, 11);
  await mergeIndex(app);
  const before = countChanges(app);
  await mergeIndex(app);
  expect(countChanges(app) - before).toBeLessThanOrEqual(1);
});

test('the server merges the index by itself', async ({ app }) => {
  fillInSegments(app, 11);
  const chores = startChores(app, CHORES);
  while (countSegments(app) > 2) await Bun.sleep(10);
  await chores.stop();
});

test('an index that was built anew is merged as well', async ({ app }) => {
  emptyIndex(app.db);
  fillInSegments(app, 11);
  await mergeIndex(app);
  expect(countSegments(app)).toBeLessThanOrEqual(2);
});

function fillInSegments(app: TestApp, messages: number) {
  const me = person(app, ann);
  for (let n = 0; n < messages; n++) {
    store(app, me, `ramen for ${n}`);
    indexQueued(app.db, 1);
  }
}

const countSegments = (app: TestApp) =>
  app.db.$client
    .query<{ segments: number }, []>('select count(distinct segid) as segments from search_idx')
    .get()!.segments;

const countChanges = (app: TestApp) =>
  app.db.$client.query<{ changes: number }, []>('select total_changes() as changes').get()!.changes;
