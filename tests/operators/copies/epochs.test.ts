import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/app/config/config';
import { DATABASE, EPOCH, RESTORED_AT, TAKEN_OVER } from '../../../src/app/data-folder/data-folder';
import { deleteOldEpochs, prepareEpoch } from '../../../src/operators/copies/epochs';
import { DAY } from '../../support/clock';
import { tempFolder } from '../../support/folder';

const NOW = Date.parse('2026-11-28T12:00Z');

function world(files: Record<string, string>) {
  const folder = tempFolder();
  const dataDir = folder.file('data');
  mkdirSync(dataDir);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dataDir, name), content);
  const config = readConfig({
    DATA_DIR: dataDir,
    LEASE: 'etcd://127.0.0.1:1',
    REPLICA_URL: `file://${folder.file('copies')}`,
    REPLICA_DAYS: '7',
  });
  return {
    config,
    has: (name: string) => existsSync(join(dataDir, name)),
    copy(epoch: number, days = 0) {
      const file = join(folder.file(`copies/epoch-${epoch}`), 'db');
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '');
      utimesSync(file, new Date(NOW - days * DAY), new Date(NOW - days * DAY));
    },
    epochs: () => [1, 2, 3].filter((epoch) => existsSync(folder.file(`copies/epoch-${epoch}`))),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test('copies of former epochs go a day after REPLICA_DAYS, once there is one of this epoch', async () => {
  using w = world({});
  w.copy(1, 9);
  w.copy(2, 7);
  await deleteOldEpochs(w.config, 3, NOW);
  expect(w.epochs()).toEqual([1, 2]);
  w.copy(3, 9);
  await deleteOldEpochs(w.config, 3, NOW);
  expect(w.epochs()).toEqual([2, 3]);
});

// what is in the folder, epochs that have copies, and what the owner of epoch 5 makes of it
for (const [files, copies, prepared, isInDoubt] of [
  [{}, [], /though this cell has had an owner/, false],
  [{ [DATABASE]: '', [EPOCH]: '4' }, [3], { from: 'here', isClean: true }, false],
  [{ [DATABASE]: '', [EPOCH]: '3' }, [3], { from: 'here', isClean: false }, true],
  [{ [DATABASE]: '', [EPOCH]: '3' }, [], { from: 'here', isClean: false }, true],
  [{ [DATABASE]: '' }, [4], /are not of this cell/, false],
  [{ [DATABASE]: '', [RESTORED_AT]: '2026' }, [4], { from: 'here', isClean: false }, true],
  [{ [DATABASE]: '', [EPOCH]: '2' }, [7, 4], { mustExceed: 7 }, false],
] as const)
  test(`a folder with ${Object.entries(files).join(' ')} beside copies of ${copies}`, async () => {
    using w = world(files);
    for (const epoch of copies) w.copy(epoch);
    const found = await prepareEpoch(w.config, 5).catch((error: Error) => error.message);
    if (prepared instanceof RegExp) expect(found).toMatch(prepared);
    else expect(found).toEqual(prepared as never);
    expect(w.has(TAKEN_OVER)).toBe(isInDoubt);
  });
