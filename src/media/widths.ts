import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NeedsWriter, prepared, transaction } from '../../db/open';
import { type App, perApp } from '../app/app';
import { widthsOf } from '../contract/picture-widths';
import { findPath, placeOf, placeOfNew, widthName, widthPath } from './files';
import type { Format } from './images';
import { askForStoredPicture, isUnreadable, toPicture } from './picture-cage';
import { ignoreAway } from './place/state';

type StoredPicture = { file: string; width: number };
type Width = StoredPicture & { format: Format };

/** The widths of further pictures are made when somebody looks at them. */
const NEW_MAX = 1000;

const newPictures = perApp((): StoredPicture[] => []);

const inProgress = perApp(() => new Map<string, Promise<string | null>>());

/** Returns null if the width cannot be made, and throws an error if S3 does not answer. */
export function findOrMakeWidth(
  app: App,
  file: string,
  width: number,
  format: Format,
): Promise<string | null> {
  const name = widthName(file, width, format);
  const path = widthPath(app, name);
  if (existsSync(path)) return Promise.resolve(path);
  const running = inProgress(app);
  const making =
    running.get(name) ?? fetchOrMake(app, { file, width, format }).finally(() => running.delete(name));
  running.set(name, making);
  return making;
}

async function fetchOrMake(app: App, wanted: Width): Promise<string | null> {
  const name = widthName(wanted.file, wanted.width, wanted.format);
  const place = await placeOf(app);
  const known = place?.cache.find(name);
  if (known) return known;
  if (app.reader) throw new NeedsWriter('the width is made once, by one process');
  // if S3 does not answer, perhaps there is a copy of the picture here
  const made = await place?.find(name).catch(() => null);
  return made ?? makeWidth(app, wanted);
}

export function prepareSoon(app: App, picture: StoredPicture): void {
  if (newPictures(app).length < NEW_MAX) newPictures(app).push(picture);
}

export async function preparePicture(app: App): Promise<void> {
  const picture = newPictures(app).shift() ?? (await makeMissingPlaceholder(app));
  if (!picture) return;
  for (const width of widthsOf(picture.width))
    await findOrMakeWidth(app, picture.file, width, 'webp').catch(ignoreAway);
}

/** Does not make browsers fetch their lists again: a list is right without the placeholder. */
async function makeMissingPlaceholder(app: App): Promise<StoredPicture | null> {
  const { findUnprepared, setPlaceholder } = statements(app.db);
  const picture = findUnprepared.get();
  if (!picture) return null;
  const path = await findPath(app, picture.file).catch(ignoreAway);
  if (path === undefined) return null;
  const answer = path ? await askForStoredPicture(app, { act: 'placeholder', path }) : {};
  const placeholder = String(answer.placeholder ?? '');
  transaction(app.db, () => setPlaceholder.run({ id: picture.id, placeholder }));
  return picture;
}

async function makeWidth(app: App, { file, width, format }: Width): Promise<string | null> {
  const name = widthName(file, width, format);
  const path = widthPath(app, name);
  const partial = `${path}.part`;
  const original = await findPath(app, file);
  if (!original) return null;
  const place = await placeOfNew(app);
  try {
    const answer = await askForStoredPicture(app, { act: 'resize', path: original, width, to: format });
    if (isUnreadable(answer)) throw new Error('It cannot be decoded.');
    const { bytes } = toPicture(answer);
    if (place) return place.sendSoon(name, bytes);
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
