import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app/app';
import { readConfig } from '../../src/app/config/config';
import { filePath, setOrphanFilesAside, writeMediaFile } from '../../src/media/files';
import { storeUpload } from '../../src/media/media';
import { createApp } from '../../src/start/create-app';
import { receiveMissedTexts } from '../../src/texting/missed-texts';
import { testApp } from '../support/app';
import { bob } from '../support/cast';
import { DAY, HOUR } from '../support/clock';
import { createTempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { png } from '../support/pictures';
import { startTwilio } from '../support/twilio';

function installation() {
  const dataDir = createTempFolder();
  let now = Date.now();
  const start = () =>
    createApp(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), {
      now: () => now,
      serving: true,
    });
  return {
    dataDir,
    start,
    advance: (ms: number) => {
      now += ms;
    },
    photos: () => readdirSync(join(dataDir, 'media')).sort(),
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const addPhoto = (app: App) =>
  storeUpload(app, ensureUser(app, bob), { bytes: png(3, 3), type: 'image/png', name: null });

function age(app: App, photos: string[]) {
  const yesterday = (Date.now() - DAY) / 1000;
  for (const file of photos) utimesSync(filePath(app, file), yesterday, yesterday);
}

for (const [how, lose] of Object.entries({
  missing: (file: string) => rmSync(file),
  truncated: (file: string) => truncateSync(file, 0),
}))
  test(`with the database ${how}, a start is refused and no photo is touched`, async () => {
    using house = installation();
    const app = house.start();
    await addPhoto(app);
    const photos = house.photos();
    app.close();
    lose(join(house.dataDir, 'tagline.db'));
    expect(house.start).toThrow('run tagline restore with a backup');
    expect(house.photos()).toEqual(photos);
  });

test('with an empty database in its place, a start is refused', async () => {
  using house = installation();
  const app = house.start();
  await addPhoto(app);
  app.close();
  using other = installation();
  other.start().close();
  renameSync(join(other.dataDir, 'tagline.db'), join(house.dataDir, 'tagline.db'));
  expect(house.start).toThrow('has no accounts');
  expect(house.photos()).toHaveLength(1);
});

test('a server that nobody has used yet starts again', () => {
  using house = installation();
  house.start().close();
  house.start().close();
});

test('a photo without a row is kept for 30 days, and returns with its row', async () => {
  using house = installation();
  let app = house.start();
  await addPhoto(app);
  const older = join(house.dataDir, 'older.db');
  app.db.$client.run(`vacuum into '${older}'`);
  await addPhoto(app);
  const stray = writeMediaFile(app, png(1, 1));
  mkdirSync(join(house.dataDir, 'media-aside/of-mine'), { recursive: true });
  writeFileSync(join(house.dataDir, 'media-aside/.DS_Store'), ''); // file managers leave such files behind
  const photos = house.photos();
  age(app, photos);
  app.close();

  // simulates an operator who replaces the database by an older copy
  const current = join(house.dataDir, 'tagline.db');
  function replaceDatabase(file: string) {
    for (const suffix of ['-wal', '-shm']) rmSync(current + suffix, { force: true });
    renameSync(file, current);
  }
  const kept = join(house.dataDir, 'kept.db');
  renameSync(current, kept);
  replaceDatabase(older);
  app = house.start();
  setOrphanFilesAside(app);
  expect(house.photos()).toHaveLength(1);
  app.close();

  // simulates the operator who puts the newer database back
  replaceDatabase(kept);
  app = house.start();
  house.advance(29 * DAY);
  setOrphanFilesAside(app);
  expect(house.photos()).toEqual(photos.filter((file) => file !== stray));
  const aside = join(house.dataDir, 'media-aside');
  const days = () => readdirSync(aside).filter((name) => name.startsWith('2'));
  expect(days().flatMap((day) => readdirSync(join(aside, day)))).toEqual([stray]);
  house.advance(2 * DAY);
  setOrphanFilesAside(app);
  expect(days()).toEqual([]);
  app.close();
});

test('a file that is being written is not set aside', () => {
  using house = installation();
  const app = house.start();
  ensureUser(app, bob);
  const file = writeMediaFile(app, png(1, 1)); // perhaps the server will soon insert the row of this file
  setOrphanFilesAside(app);
  expect(house.photos()).toEqual([file]);
  house.advance(2 * HOUR);
  setOrphanFilesAside(app);
  expect(house.photos()).toEqual([]);
  app.close();
});

test('a clock that is a year ahead deletes no file that was set aside', async () => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  ensureUser(app, bob);
  const file = writeMediaFile(app, png(1, 1));
  app.clock.advance(2 * HOUR);
  setOrphanFilesAside(app);
  const kept = () => readdirSync(join(app.config.dataDir, 'media-aside'), { recursive: true }).join();
  expect(kept()).toContain(file);
  app.clock.advance(365 * DAY);
  setOrphanFilesAside(app); // the app has not learned the right time from the gateway yet
  expect(kept()).toContain(file);
  await receiveMissedTexts(app);
  setOrphanFilesAside(app);
  expect(kept()).toContain(file);
});
