import { existsSync } from 'node:fs';
import { prepared, transaction } from '../../../db/open';
import type { media, User } from '../../../db/schema';
import { type App, perApp } from '../../app/app';
import { VisibleError } from '../../app/errors';
import type { Media, PhotoWords } from '../../contract/media';
import { bumpReadersOfMessages } from '../../people/versions';
import { filePath, findPath } from '../files';
import { FILE_COLUMNS, type FileColumns, findFile, toMedia } from '../media';
import { ignoreAway } from '../place/state';
import { readWords } from './reader';

/** A reading is interrupted when the process ends without a regular stop, perhaps because of the photo. */
const ATTEMPTS_MAX = 3;
/** Then a photo that was given up is tried once more: perhaps something else had ended the process. */
const CALM_AFTER_MS = 10 * 60_000;
// If the words of older photos counted as news, each poll would be answered with a whole list while the server
// reads the photos of past years.
const OLD_MS = 3_600_000;

type UnreadPhoto = Pick<typeof media.$inferSelect, 'id' | 'messageId' | 'createdAt'> & {
  file: string;
  attempts: number;
};

/** JSON in the column `word_places`: the slant, and for each line its words with their places. */
type StoredPlaces = [
  slant: number,
  lines: [text: string, x: number, y: number, width: number, height: number][][],
];

export async function readNextPhoto(app: App, { upMs = process.uptime() * 1000 } = {}): Promise<void> {
  if (!app.config.photoWords) return;
  const isCalm = upMs > CALM_AFTER_MS;
  if (isCalm) reviveGivenUp(app);
  const photo = statements(app.db).findUnread.get();
  if (!photo) return;
  if (photo.attempts >= (isCalm ? ATTEMPTS_MAX + 1 : ATTEMPTS_MAX)) return storeWords(app, photo, null);
  const here = filePath(app, photo.file);
  const path = existsSync(here) ? here : await findPath(app, photo.file).catch(ignoreAway);
  if (path === undefined) return;
  // the attempt is counted before the reading, in case the photo crashes the process each time
  countAttempts(app, photo, 1);
  const answer = await readWords(app, path ?? here);
  if (!answer) return countAttempts(app, photo, -1); // the server stops
  if ('broken' in answer) {
    countAttempts(app, photo, -1);
    throw new Error(answer.broken);
  }
  if ('unreadable' in answer)
    app.log.warn({ media: photo.id, reason: answer.unreadable }, 'words in a photo not read');
  storeWords(app, photo, 'words' in answer ? answer.words : null);
}

export const countUnreadPhotos = (app: App): number => statements(app.db).countUnread.get()!.photos;

export function photoWordsOf(app: App, viewer: User, id: number): PhotoWords {
  findFile(app, viewer, id);
  const places = statements(app.db).findPlaces.get({ id })?.places;
  if (!places) return { slant: 0, lines: [] };
  const [slant, lines] = JSON.parse(places) as StoredPlaces;
  return {
    slant,
    lines: lines.map((line) => line.map(([text, x, y, width, height]) => ({ text, x, y, width, height }))),
  };
}

export function describe(app: App, user: User, { id, alt }: { id: number; alt: string }): Media {
  return transaction(app.db, () => {
    findFile(app, user, id);
    const changed = statements(app.db).setAlt.get({ id, user: user.id, alt: alt.trim() || null });
    if (!changed) throw new VisibleError('sender_only', 'Only the sender can describe a photo.');
    if (changed.messageId) bumpReadersOfMessages(app, [changed.messageId]);
    return toMedia(changed);
  });
}

/** Once for each start. */
const reviveGivenUp = perApp((app) => void statements(app.db).revive.run({ attempts: ATTEMPTS_MAX }));

const countAttempts = (app: App, { id }: UnreadPhoto, more: 1 | -1): void =>
  transaction(app.db, () => void statements(app.db).countAttempts.run({ id, more }));

/** Null marks a photo that cannot be read. */
function storeWords(app: App, { id, messageId, createdAt }: UnreadPhoto, found: PhotoWords | null): void {
  const lines = found?.lines ?? [];
  const words = lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n');
  const stored: StoredPlaces = [
    found?.slant ?? 0,
    lines.map((line) => line.map(({ text, x, y, width, height }) => [text, x, y, width, height])),
  ];
  const places = words === '' ? null : JSON.stringify(stored);
  transaction(app.db, () => {
    statements(app.db).setWords.run({ id, words, places });
    const isNew = Math.abs(app.now() - createdAt) < OLD_MS;
    if (words !== '' && messageId && isNew) bumpReadersOfMessages(app, [messageId]);
  });
}

const statements = prepared(({ $client }) => ({
  findUnread: $client.prepare<UnreadPhoto, []>(`
    select id, file, message_id as messageId, created_at as createdAt, words_attempts as attempts from media
     where words is null and width is not null and file is not null order by id desc limit 1`),
  countUnread: $client.prepare<{ photos: number }, []>(
    'select count(*) as photos from media where words is null and width is not null',
  ),
  countAttempts: $client.prepare<unknown, { id: number; more: number }>(
    'update media set words_attempts = words_attempts + $more where id = $id',
  ),
  setWords: $client.prepare<unknown, { id: number; words: string; places: string | null }>(
    'update media set words = $words, word_places = $places where id = $id',
  ),
  revive: $client.prepare<unknown, { attempts: number }>(
    "update media set words = null where words = '' and words_attempts = $attempts and file is not null",
  ),
  findPlaces: $client.prepare<{ places: string | null }, { id: number }>(
    'select word_places as places from media where id = $id',
  ),
  setAlt: $client.prepare<
    FileColumns & { messageId: number | null },
    { id: number; user: number; alt: string | null }
  >(`
    update media set alt = $alt where id = $id and user_id = $user
    returning message_id as messageId, ${FILE_COLUMNS}`),
}));
