import type { App } from '../../app/app';
import { listChores } from '../../app/chores';
import { countOf } from '../../contract/counts';
import { bad, type Finding, good, notice } from '../../contract/health';
import { countUnreadPhotos } from '../../media/words/words';
import { checkIndex, searchIndexState } from '../../search/index/mending';
import { embeddingProgress } from '../../search/meaning/embedding';
import { BACKUP_DUE_MS } from '../backup/keep-backups';
import { backupAge, getBackupState } from '../backup/schedule';
import { formatBytes, formatDuration } from './words';

/** It is one and a half times the period of backups. */
const BACKUP_OLD_MS = 1.5 * BACKUP_DUE_MS;
/** Before that it is a notice, because the gateway or the network may be down for some minutes. */
const CHORE_FAILS_MS = 15 * 60_000;
/**
 * If more messages than this wait to be indexed, the index counts as still being built, for instance after a
 * large import.
 */
const MANY_WAITING = 1_000;
const FAULT_SHOWN_MS = 86_400_000;

export function checkBackup(app: App): Finding {
  const { scheduled, last, error } = getBackupState(app);
  const name = 'Last backup';
  const details = last ? { at: last.createdAt } : { value: 'None' };
  if (!scheduled)
    return notice(name, 'Set BACKUP_DIR to a folder on another disk, and one is made every day.', details);
  if (error)
    return bad(
      name,
      `The last try failed (${error}). It is tried again every ten minutes: check that the server can write to BACKUP_DIR and that the disk has room.`,
      details,
    );
  const old = backupAge(app) > BACKUP_OLD_MS;
  if (!last)
    return old
      ? bad(
          name,
          `The data is ${formatDuration(backupAge(app))} old and was never backed up. Check that the server runs and can write to BACKUP_DIR.`,
          details,
        )
      : notice(name, 'The first backup is made within ten minutes of a start.', { value: 'None yet' });
  return old
    ? bad(
        name,
        'It is more than a day old. Check that the server runs all the time and that its clock is right.',
        details,
      )
    : good(
        name,
        `${formatBytes(last.bytes)}, verified. The newest fourteen are kept.${withoutMedia(app)}`,
        details,
      );
}

const withoutMedia = ({ config: { media } }: App) =>
  media.target ? ` Photos are not in it: they are in ${media.target.url}.` : '';

export function checkChores(app: App): Finding[] {
  const name = 'Background work';
  const chores = listChores(app);
  if (chores.length === 0) return [];
  const failing = chores.filter(({ failingSince }) => failingSince !== null);
  const [first] = failing;
  if (!first) return [good(name, 'Nothing to do.', { value: 'Nothing fails' })];
  const since = Math.min(...failing.map(({ failingSince }) => failingSince!));
  const advice = `The last run of "${first.name}" failed (${first.error}). It is tried again by itself; if it goes on failing, see the log.`;
  const details = { value: `${countOf(failing.length, 'chore')} failing`, at: new Date(since).toISOString() };
  return [(app.now() - since > CHORE_FAILS_MS ? bad : notice)(name, advice, details)];
}

export function checkFaults({ faults: { count, last }, now }: App): Finding[] {
  if (!last || now() - last.at > FAULT_SHOWN_MS) return [];
  return [
    notice('Faults', 'These are errors of the program or the machine. The log says which.', {
      value: `${count.toLocaleString('en-US')} since the start, the last`,
      at: new Date(last.at).toISOString(),
    }),
  ];
}

export function checkPhotoWords(app: App): Finding {
  const name = 'Words in photos';
  const waiting = countUnreadPhotos(app);
  const value = `${countOf(waiting, 'photo')} waiting`;
  if (!app.config.photoWords)
    return good(
      name,
      'Words in new photos are not read. Remove PHOTO_WORDS=off to have them read and found by searches.',
      {
        value: 'Off',
      },
    );
  return good(
    name,
    waiting > 0 ? 'They are read one after another, in the background.' : 'All photos have been read.',
    { value },
  );
}

export function checkEmbeddings(app: App): Finding {
  const { enabled, model, answeredBy, running, embedded, leftToWords, waiting, problem } =
    embeddingProgress(app);
  const name = 'Embeddings';
  const value = countOf(embedded, 'message');
  if (!enabled)
    return good(name, 'Search compares words only, because EMBEDDINGS switches search by meaning off.', {
      value: 'Off',
    });
  const meanwhile = answeredBy === model ? 'search compares words only' : `${answeredBy} answers`;
  if (problem) return bad(name, `${problem} Until it works again, ${meanwhile}.`, { value });
  const progress =
    running || waiting > 0
      ? `${countOf(waiting, 'message')} still to embed. This continues by itself.`
      : `New messages are embedded by ${model}.`;
  const others =
    leftToWords > 0
      ? ` ${countOf(leftToWords, 'message')} in other languages or without text, found by words only.`
      : '';
  return good(name, progress + others, { value });
}

export function checkSearch(app: App, { everyPage = false } = {}): Finding {
  const name = 'Search index';
  const { waiting, problem, replacedAt, asideKept } = searchIndexState(app.db);
  const details = { value: `${countOf(waiting ?? 0, 'message')} waiting` };
  if (problem)
    return bad(
      name,
      `It is damaged and could not be replaced: ${problem}. Everything but search works. Restart the server.`,
      { value: 'Damaged' },
    );
  if (everyPage && checkIndex(app.db).length > 0)
    return bad(name, 'Run tagline reindex: it is built anew while everything else goes on.', {
      value: 'Damaged',
    });
  if (replacedAt !== null || asideKept)
    return notice(
      name,
      `The disk had damaged it, so it is built anew by itself. Check the disk.${asideKept ? ' The damaged part leaves the database at the next start.' : ''}`,
      { ...details, at: replacedAt === null ? null : new Date(replacedAt).toISOString() },
    );
  if (waiting !== null && waiting > MANY_WAITING)
    return notice(name, 'It is being built. Until then search finds only a part.', details);
  return good(name, 'New messages are found within a second.', details);
}
