import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEDIA, MEDIA_BACK, MEDIA_CACHE, MEDIA_PLACE } from '../../../src/app/data-folder/data-folder';
import { openZip } from '../../../src/app/zip';
import { findPath } from '../../../src/media/files';
import { storeUpload } from '../../../src/media/media';
import { tendMedia } from '../../../src/media/place/chore';
import { moveMedia } from '../../../src/media/place/move';
import { backUp } from '../../../src/operators/backup/backup';
import { elsewhereSentence, readManifest } from '../../../src/operators/backup/manifest';
import { checkMediaPlace } from '../../../src/operators/health/media-place';
import { type TestApp, testApp } from '../../support/app';
import { bob } from '../../support/cast';
import { tempFolder } from '../../support/folder';
import { ensureUser } from '../../support/people';
import { startTroubledS3 } from '../../support/troubled-s3';

const URL = 's3://copies/media';
const quietly = () => {};

const add = async (app: TestApp, text: string): Promise<void> =>
  void (await storeUpload(app, ensureUser(app, bob), {
    bytes: new TextEncoder().encode(text),
    type: 'text/plain',
    name: null,
  }));

const inFolder = ({ config }: TestApp, name = MEDIA): string[] => {
  const folder = join(config.dataDir, name);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

/** The files of all rows, wherever they are. */
async function read(app: TestApp): Promise<string[]> {
  const rows = app.db.$client.query<{ file: string }, []>('select file from media order by id').all();
  const paths = await Promise.all(rows.map(({ file }) => findPath(app, file)));
  return Promise.all(paths.map((path) => (path ? Bun.file(path).text() : 'missing')));
}

test('a folder is moved to S3 and back while it is used, also after an interruption', async () => {
  using folder = tempFolder();
  await using s3 = await startTroubledS3(folder.path);
  const { MEDIA_URL, ...keys } = s3.environment;
  await using app = testApp(keys);
  const restart = (target: boolean) => {
    app.config.media.target = target ? { url: MEDIA_URL, bucket: 'copies', path: 'media' } : null;
  };
  const texts = Array.from({ length: 9 }, (_, n) => `File ${n}`);
  for (const text of texts) await add(app, text);
  const files = inFolder(app);
  mkdirSync(join(app.config.dataDir, 'media-widths'));
  writeFileSync(join(app.config.dataDir, 'media-widths', `${files[0]}-320.webp`), 'small');

  // before the setting: everything is copied, and stays in the folder
  const copied = await moveMedia(app, URL, quietly);
  expect(copied).toMatchObject({
    moved: 9,
    say: expect.stringContaining(`Now set MEDIA_URL=${URL}, restart`),
  });
  expect([inFolder(app), await s3.names()]).toEqual([files, [...files, `${files[0]}-320.webp`].sort()]);

  restart(true);
  await add(app, 'File 9');
  await s3.put(files[0]!, 'other bytes'); // what is there is compared
  s3.make({ of: /PUT/, status: 500 });
  await expect(moveMedia(app, URL, quietly)).rejects.toThrow('Nothing is lost. Run this again');
  const all = [...texts, 'File 9'];
  expect(await read(app)).toEqual(all);
  s3.make({});
  const moved = await moveMedia(app, URL, quietly);
  expect(moved.say).toContain('there is nothing to change');
  expect([inFolder(app), inFolder(app, 'media-widths')]).toEqual([[], []]);
  rmSync(join(app.config.dataDir, MEDIA_CACHE), { recursive: true });
  mkdirSync(join(app.config.dataDir, MEDIA_CACHE));
  expect(await read(app)).toEqual(all);
  await expect(moveMedia(app, 's3://other/media', quietly)).rejects.toThrow('move them to the folder first');

  // a backup has what is in the folder, and says what it lacks
  const backup = await backUp(app.config.dataDir, folder.file('backup.zip'), { mediaUrl: URL });
  expect(elsewhereSentence(backup)).toBe(` 10 photos and files are not in it: they are in ${URL}.`);
  using zip = await openZip(backup.file, 'a backup');
  expect((await readManifest(zip)).elsewhere).toEqual({ url: URL, files: 10 });

  // without the setting, it is told that files were left there
  await tendMedia(app);
  restart(false);
  await tendMedia(app);
  expect(checkMediaPlace(app)).toMatchObject([{ state: 'bad', value: '10 missing here' }]);
  restart(true);

  s3.make({ of: /GET/, cut: true });
  await expect(moveMedia(app, 'folder', quietly)).rejects.toThrow('Run this again');
  s3.make({});
  const back = await moveMedia(app, 'folder', quietly);
  expect(back).toMatchObject({ moved: 10, say: expect.stringContaining('remove MEDIA_URL and restart') });
  await add(app, 'File 10'); // comes to the folder already
  expect([inFolder(app).length, await s3.names()]).toEqual([11, []]);
  expect(await read(app)).toEqual([...all, 'File 10']);
});

test('once all is back in the folder, nothing of S3 is left or told', async () => {
  await using app = testApp();
  await add(app, 'Here');
  for (const [name, content] of [
    [MEDIA_PLACE, URL],
    [MEDIA_BACK, ''],
  ] as const)
    writeFileSync(join(app.config.dataDir, name), content);
  await tendMedia(app);
  expect(checkMediaPlace(app)).toEqual([]);
  for (const name of [MEDIA_PLACE, MEDIA_BACK])
    expect(existsSync(join(app.config.dataDir, name))).toBe(false);
  await expect(moveMedia(app, 'folder', quietly)).rejects.toThrow('MEDIA_URL is not set');
  await expect(moveMedia(app, 'file:///mnt/x', quietly)).rejects.toThrow('write s3://BUCKET/PATH');
});
