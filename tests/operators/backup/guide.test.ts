import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../../src/app/app';
import { readConfig } from '../../../src/app/config/config';
import { setOrphanFilesAside } from '../../../src/media/files';
import { storeUpload } from '../../../src/media/media';
import { backUp } from '../../../src/operators/backup/backup';
import { createApp } from '../../../src/start/create-app';
import { bob } from '../../support/cast';
import { DAY } from '../../support/clock';
import { executable } from '../../support/command';
import { tempFolder } from '../../support/folder';
import { blocksBelow } from '../../support/guide-blocks';
import { ensureUser } from '../../support/people';
import { png } from '../../support/pictures';

const ROOT = join(import.meta.dir, '../../..');
const GUIDE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

type Installation = { folder: string; app: App; start: () => App };

function follow(house: Installation, heading: string, file: string) {
  const steps = blocksBelow(GUIDE, heading).find(({ text }) => text.includes('tagline restore'))!.text;
  for (const line of steps.trim().split('\n')) {
    if (line === 'sudo systemctl stop tagline') house.app.close();
    else if (line === 'sudo systemctl start tagline') house.app = house.start();
    else if (line !== 'sudo install tagline /usr/local/bin/') {
      const here = line
        .replace(/^sudo (-u tagline )?/, '')
        .replaceAll('/var/backups/tagline', join(house.folder, 'backups'))
        .replaceAll('/var/lib/tagline', house.folder)
        .replace(' tagline restore', ` ${executable()} restore`)
        .replace('FILE', file);
      const { exitCode, stderr } = Bun.spawnSync(['sh', '-c', here]);
      expect({ line, exitCode, stderr: stderr.toString() }).toEqual({ line, exitCode: 0, stderr: '' });
    }
  }
}

for (const [heading, folder] of [
  ['Restore', 'backups'],
  ['Upgrades', 'data/before-upgrade'],
] as const)
  test(`the steps of the guide under "${heading}" keep all photos`, async () => {
    using temporary = tempFolder();
    const dataDir = temporary.file('data');
    let now = Date.now();
    const start = () =>
      createApp(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), {
        now: () => now,
        serving: true,
      });
    const house = { folder: temporary.path, app: start(), start };
    const addPhoto = () =>
      storeUpload(house.app, ensureUser(house.app, bob), { bytes: png(3, 3), type: 'image/png', name: null });
    const photos = () => readdirSync(join(dataDir, 'media')).sort();
    await addPhoto();
    const inBackup = photos();
    const isRollback = heading === 'Upgrades';
    if (isRollback) {
      Bun.spawnSync(['mkdir', '-p', temporary.file(folder)]);
      house.app.db.$client.run(`vacuum into '${temporary.file(folder)}/copy.db'`);
    } else await backUp(dataDir, temporary.file('backups/copy.zip'));
    await addPhoto();
    const all = photos();
    follow(house, heading, isRollback ? 'copy.db' : 'copy.zip');
    now += 60 * DAY;
    setOrphanFilesAside(house.app);
    expect(photos()).toEqual(isRollback ? all : inBackup);
    house.app.close();
    const kept = readdirSync(dataDir, { recursive: true }).map(String);
    for (const photo of all) expect(kept.some((path) => path.endsWith(photo))).toBe(true);
  });
