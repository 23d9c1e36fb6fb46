import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { prepared, relaxedTransaction } from '../../db/open';
import { type App, perApp } from '../app/app';
import { widthsOf } from '../contract/picture-widths';
import { filePath, widthPath } from './files';
import { type Format, resizeToWidth } from './images';
import { makePlaceholder } from './placeholder';

type StoredPicture = { file: string; width: number };

/**
 * Maximum number of new pictures that wait for their smaller widths. The widths of further pictures are made
 * when somebody looks at them.
 */
const NEW_MAX = 1000;

/** Pictures stored by this process whose smaller widths are still to be made, oldest first. */
const newPictures = perApp((): StoredPicture[] => []);

/** The smaller widths that are being made, each by the path of its file. */
const inProgress = perApp(() => new Map<string, Promise<string | null>>());

/**
 * Returns the path of a picture in a smaller width. Makes the file if it is missing. Resolves to null if the
 * file cannot be made, for example because the disk is full.
 */
export function findOrMakeWidth(
  app: App,
  file: string,
  width: number,
  format: Format,
): Promise<string | null> {
  const path = widthPath(app, file, width, format);
  if (existsSync(path)) return Promise.resolve(path);
  const running = inProgress(app);
  const making =
    running.get(path) ?? makeWidth(app, file, width, format, path).finally(() => running.delete(path));
  running.set(path, making);
  return making;
}

/**
 * Queues a new picture, so that `preparePicture` makes its smaller widths. Does nothing if NEW_MAX pictures
 * wait already.
 */
export function prepareSoon(app: App, picture: StoredPicture): void {
  if (newPictures(app).length < NEW_MAX) newPictures(app).push(picture);
}

/**
 * Makes the smaller widths of one new picture as WebP files, so that the first person who looks at the
 * picture need not wait. If there is no new picture, takes a stored picture that has no placeholder, and
 * makes the placeholder as well.
 */
export async function preparePicture(app: App): Promise<void> {
  const picture = newPictures(app).shift() ?? (await makeMissingPlaceholder(app));
  if (!picture) return;
  for (const width of widthsOf(picture.width)) await findOrMakeWidth(app, picture.file, width, 'webp');
}

/**
 * Makes the placeholder of the newest picture that has none, and returns that picture, or null if there is no
 * such picture. Does not make browsers fetch their lists again: a list is right without the placeholder.
 */
async function makeMissingPlaceholder(app: App): Promise<StoredPicture | null> {
  const { findUnprepared, setPlaceholder } = statements(app.db);
  const picture = findUnprepared.get();
  if (!picture) return null;
  const stored = Bun.file(filePath(app, picture.file));
  const placeholder = (await stored.exists()) ? await makePlaceholder(await stored.bytes()) : '';
  relaxedTransaction(app.db, () => setPlaceholder.run({ id: picture.id, placeholder }));
  return picture;
}

async function makeWidth(
  app: App,
  file: string,
  width: number,
  format: Format,
  path: string,
): Promise<string | null> {
  const original = filePath(app, file);
  const partial = `${path}.part`;
  try {
    const { bytes } = await resizeToWidth(() => Bun.file(original).bytes(), width, format);
    mkdirSync(dirname(path), { recursive: true });
    await writeFile(partial, bytes, { flush: true });
    renameSync(partial, path);
  } catch (error) {
    if (existsSync(partial)) rmSync(partial);
    app.log.warn({ file, width, reason: (error as Error).message }, 'width of a picture not made');
    return null;
  }
  if (existsSync(original)) return path;
  rmSync(path, { force: true }); // the picture was deleted meanwhile
  return null;
}

const statements = prepared(({ $client }) => ({
  findUnprepared: $client.prepare<StoredPicture & { id: number }, []>(`
    select id, file, width from media
     where placeholder is null and width is not null and file is not null order by id desc limit 1`),
  setPlaceholder: $client.prepare<unknown, { id: number; placeholder: string }>(
    'update media set placeholder = $placeholder where id = $id',
  ),
}));
