import { continueBroadcast } from './admin/broadcast-queue';
import { type App, perApp } from './app';
import { forgetOldImports } from './archive/job-rows';
import { continueImports } from './archive/running';
import { storeSeenSessions } from './auth/devices';
import { deleteOldChallenges } from './auth/passkey-challenges';
import { closeEndedSockets, deleteExpiredSessions } from './auth/sessions';
import { storeUsedTokens } from './auth/tokens';
import { backUpIfDue, deleteOldUpgradeCopies } from './backup/schedule';
import { sendDueDigests } from './digests/due';
import { deleteOldInvites } from './invites/invites';
import { downloadQueued } from './media/downloads';
import { deleteOrphanWidths, deleteRemovedFiles, setOrphanFilesAside } from './media/files';
import { deleteUnusedUploads } from './media/media';
import { preparePicture } from './media/widths';
import { readNextPhoto } from './media/words/words';
import { deleteExpired } from './messages/deleted-messages';
import { forgetIdempotencyKeys } from './messages/idempotency';
import { sendGatheredNotifications } from './notifications/notifications';
import { queueLimitedTexts } from './outbox/limits';
import { eraseOldBodies } from './outbox/outbox';
import { fetchMissedReports } from './outbox/reports';
import { deleteUnlinkedPreviews } from './previews/previews';
import { deleteOldHits } from './rate-limits';
import { sendDueReminders } from './reminders/due';
import { forgetReminders } from './reminders/reminders';
import { embedQueued } from './search/meaning/embedding';
import { mergeIndex } from './search/merging';
import { drainIndexQueue } from './search/search';
import { forgetOldActs } from './texting/acts';
import { watchLine } from './texting/line-watch';
import { receiveMissedTexts } from './texting/missed-texts';
import { answerQuestions, forgetOldQuestions } from './texting/questions';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Chore = {
  /** Name of the chore in the log and in `listChores`. */
  name: string;
  /** Milliseconds from the end of one run to the start of the next, unless `runNow` is called sooner. */
  every: number;
  run: (app: App) => unknown;
  /** Called once, before the first run. `runNow` starts the next run without waiting for `every`. */
  onStart?: (app: App, runNow: () => void) => void;
};

/**
 * All chores (background jobs). A server runs each chore when it starts, and again after every pause of
 * `every` milliseconds.
 */
const CHORES: Chore[] = [
  {
    name: 'download photos of texts',
    every: 5 * SECOND,
    run: downloadQueued,
    onStart: (app, runNow) => {
      app.wakeMedia = runNow;
    },
  },
  {
    name: 'answer questions by text',
    every: 5 * SECOND,
    run: answerQuestions,
    onStart: (app, runNow) => {
      app.wakeQuestions = runNow;
    },
  },
  {
    name: 'import files',
    every: 5 * SECOND,
    run: continueImports,
    onStart: (app, runNow) => {
      app.wakeImports = runNow;
    },
  },
  { name: 'close sockets of ended sessions', every: SECOND / 2, run: closeEndedSockets },
  { name: 'delete expired sessions', every: HOUR, run: deleteExpiredSessions },
  { name: 'delete expired challenges of passkeys', every: HOUR, run: deleteOldChallenges },
  { name: 'store when sessions were used', every: 10 * MINUTE, run: storeSeenSessions },
  { name: 'store when access tokens were used', every: 10 * MINUTE, run: storeUsedTokens },
  { name: 'send gathered notifications', every: SECOND, run: sendGatheredNotifications },
  { name: 'send digests', every: 5 * SECOND, run: sendDueDigests },
  { name: 'send reminders', every: SECOND, run: sendDueReminders },
  { name: 'queue texts that waited for a limit', every: 10 * SECOND, run: queueLimitedTexts },
  { name: 'look whether the line is there', every: MINUTE, run: watchLine },
  { name: 'receive missed texts', every: 5 * MINUTE, run: receiveMissedTexts },
  { name: 'fetch missed reports and prices', every: 10 * MINUTE, run: fetchMissedReports },
  { name: 'continue a broadcast', every: SECOND, run: continueBroadcast },
  { name: 'index messages', every: SECOND / 4, run: drainIndexQueue },
  { name: 'merge the search index', every: MINUTE, run: mergeIndex },
  { name: 'embed messages', every: SECOND, run: embedQueued },
  { name: 'delete messages for good', every: 5 * SECOND, run: deleteExpired },
  { name: 'delete removed files', every: 5 * SECOND, run: deleteRemovedFiles },
  { name: 'prepare pictures', every: SECOND / 2, run: preparePicture },
  { name: 'read words in photos', every: SECOND / 2, run: readNextPhoto },
  { name: 'delete orphan widths of pictures', every: HOUR, run: deleteOrphanWidths },
  { name: 'set orphan files aside', every: HOUR, run: setOrphanFilesAside },
  { name: 'delete unused uploads', every: HOUR, run: deleteUnusedUploads },
  { name: 'forget idempotency keys', every: HOUR, run: forgetIdempotencyKeys },
  { name: 'forget what was done by text', every: HOUR, run: forgetOldActs },
  { name: 'forget questions by text', every: HOUR, run: forgetOldQuestions },
  { name: 'erase bodies of old texts', every: HOUR, run: eraseOldBodies },
  { name: 'forget reminders that have ended', every: HOUR, run: forgetReminders },
  { name: 'forget old imports', every: HOUR, run: forgetOldImports },
  { name: 'delete old invites', every: HOUR, run: deleteOldInvites },
  { name: 'delete unlinked previews', every: HOUR, run: deleteUnlinkedPreviews },
  { name: 'delete old hits of rate limits', every: HOUR, run: deleteOldHits },
  { name: 'back up', every: 10 * MINUTE, run: (app) => backUpIfDue(app) },
  { name: 'delete old copies before upgrades', every: HOUR, run: deleteOldUpgradeCopies },
];

/**
 * Outcome of a chore so far. `failures` is the number of its failed runs. `failingSince` is the time of the
 * first failure after the last success, and `error` is the latest error. Both are null unless the last run
 * failed.
 */
type ChoreState = { name: string; failures: number; failingSince: number | null; error: string | null };

/** Returns the states of the chores that this process has started. A command has started none. */
export const listChores = perApp((): ChoreState[] => []);

/**
 * Starts all chores. An error of a chore is logged, and the chore runs again after its usual pause. `stop`
 * stops all chores, and waits until those that are running have ended.
 */
export function startChores(app: App): { stop(): Promise<void> } {
  const started = CHORES.map((chore) => start(app, chore));
  return {
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

function start(app: App, { name, every, run, onStart }: Chore) {
  let stopped = false;
  let runAgain = false;
  let endPause = () => {};
  const state: ChoreState = { name, failures: 0, failingSince: null, error: null };
  listChores(app).push(state);
  onStart?.(app, () => {
    runAgain = true;
    endPause();
  });

  const loop = (async () => {
    while (!stopped) {
      runAgain = false;
      try {
        await run(app);
        Object.assign(state, { failingSince: null, error: null });
      } catch (error) {
        state.failures += 1;
        state.failingSince ??= app.now();
        state.error = (error as Error).message;
        app.log.error({ err: error, chore: name }, 'chore failed');
      }
      if (stopped || runAgain) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, every);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();

  return {
    stop() {
      stopped = true;
      endPause();
      return loop;
    },
  };
}
