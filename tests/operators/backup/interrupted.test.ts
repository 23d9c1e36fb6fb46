import { expect } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/app/config/config';
import { finishSwap, planSwap } from '../../../src/app/data-folder/swap';
import { backUp } from '../../../src/operators/backup/backup';
import { restore } from '../../../src/operators/backup/restore';
import { createApp } from '../../../src/start/create-app';
import { test } from '../../support/app-test';
import { tempFolder } from '../../support/folder';
import { addContents, dump, PHOTO } from './contents';

const open = (dataDir: string) =>
  createApp(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }));

function writeInterrupted(dataDir: string, file: string) {
  mkdirSync(join(dataDir, 'restoring/media'), { recursive: true });
  mkdirSync(join(dataDir, 'media'));
  for (const name of ['tagline.db', 'secret', 'media/photo']) {
    writeFileSync(join(dataDir, name), `old ${name}`);
    writeFileSync(join(dataDir, 'restoring', name), `new ${name}`);
  }
  writeFileSync(join(dataDir, 'vectors.db'), 'old vectors.db');
  const previous = ['media', 'secret', 'tagline.db', 'vectors.db'];
  planSwap(dataDir, {
    file,
    bytes: readFileSync(file).length,
    createdAt: null,
    kept: 'before-restore-x',
    previous,
  });
}

/**
 * The moves that a restore makes, in order. If the restore was killed, only the first few of them were made.
 */
const MOVES = [
  ...['media', 'secret', 'tagline.db', 'vectors.db'].map((name) => [name, '.', 'before-restore-x'] as const),
  ...['media', 'secret', 'tagline.db'].map((name) => [name, 'restored', '.'] as const),
];

test('a restore killed between two moves is finished when run again', async () => {
  for (let made = 0; made <= MOVES.length; made++) {
    using data = tempFolder();
    const file = data.file('backup.zip');
    writeFileSync(file, 'a backup');
    writeInterrupted(data.path, file);
    if (made > 0) mkdirSync(data.file('before-restore-x'));
    for (const [name, from, to] of MOVES.slice(0, made))
      renameSync(data.file(join(from, name)), data.file(join(to, name)));

    const { kept, earlier } = await restore(data.path, file);
    expect({ kept, earlier }).toEqual({ kept: data.file('before-restore-x'), earlier: null });
    for (const name of ['tagline.db', 'secret', 'media/photo']) {
      expect(readFileSync(data.file(name), 'utf8')).toBe(`new ${name}`);
      expect(readFileSync(data.file(`before-restore-x/${name}`), 'utf8')).toBe(`old ${name}`);
    }
    expect(readdirSync(data.path).sort()).toEqual([
      'backup.zip',
      'before-restore-x',
      'in-use',
      'media',
      'secret',
      'tagline.db',
    ]);
  }
});

test('a start after a killed restore says which data is in which folder', () => {
  using data = tempFolder();
  const file = data.file('backup.zip');
  writeFileSync(file, 'a backup');
  writeInterrupted(data.path, file);
  const message = () => {
    try {
      open(data.path).close();
    } catch (error) {
      return (error as Error).message.replaceAll(data.path, 'DATA');
    }
  };
  expect(message()).toBe(
    'The restore of DATA/backup.zip into DATA was interrupted while it moved files. Nothing is lost: DATA/restored has the restored media, secret, tagline.db; DATA has the previous media, the previous secret, the previous tagline.db, the previous vectors.db. Run the same restore again to finish it.',
  );
  mkdirSync(data.file('before-restore-x'));
  for (const [name, from, to] of MOVES.slice(0, 5))
    renameSync(data.file(join(from, name)), data.file(join(to, name)));
  expect(message()).toBe(
    'The restore of DATA/backup.zip into DATA was interrupted while it moved files. Nothing is lost: DATA/restored has the restored secret, tagline.db; DATA/before-restore-x has the previous media, secret, tagline.db, vectors.db; DATA has the restored media. Run the same restore again to finish it.',
  );
});

test('another restore first finishes the killed one, and names both folders', async ({ app }) => {
  using data = tempFolder();
  using elsewhere = tempFolder();
  addContents(app);
  const { file } = await backUp(app.config.dataDir, elsewhere.path);
  writeFileSync(elsewhere.file('other.zip'), 'another backup');
  writeInterrupted(data.path, elsewhere.file('other.zip'));
  const { kept, earlier } = await restore(data.path, file);
  expect(earlier).toBe(data.file('before-restore-x'));
  expect(readFileSync(join(earlier ?? '', 'secret'), 'utf8')).toBe('old secret');
  expect(readFileSync(join(kept ?? '', 'secret'), 'utf8')).toBe('new secret');
  expect(dump(data.path)).toBe(dump(app.config.dataDir));
  expect(readFileSync(data.file('media/ab/photo.jpg'))).toEqual(PHOTO);
});

test('after a move has failed, the same restore can be finished', () => {
  using data = tempFolder();
  writeFileSync(data.file('backup.zip'), 'a backup');
  writeInterrupted(data.path, data.file('backup.zip'));
  writeFileSync(data.file('before-restore-x'), 'in the way');
  expect(() => finishSwap(data.path)).toThrow(
    /ENOTDIR.*\. The restore of .* was interrupted .*Nothing is lost: /,
  );
  renameSync(data.file('before-restore-x'), data.file('elsewhere'));
  expect(finishSwap(data.path)?.kept).toBe('before-restore-x');
  expect(readFileSync(data.file('secret'), 'utf8')).toBe('new secret');
});

test('the next start deletes the files of a restore that was killed while unpacking', ({ app }) => {
  const { dataDir } = app.config;
  app.close();
  mkdirSync(join(dataDir, 'restoring'));
  writeFileSync(join(dataDir, 'restoring/tagline.db'), 'half');
  open(dataDir).close();
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
});
