import { continueBroadcast } from './admin/broadcast-queue';
import type { App } from './app';
import { closeEndedSockets, deleteExpiredSessions } from './auth/sessions';
import { backUpIfDue, deleteOldUpgradeCopies } from './backup/schedule';
import { deleteOldInvites } from './invites/invites';
import { downloadQueued } from './media/downloads';
import { deleteOrphanFiles, deleteRemovedFiles } from './media/files';
import { deleteUnusedUploads } from './media/media';
import { forgetIdempotencyKeys } from './messages/idempotency';
import { sendGatheredNotifications } from './notifications/notifications';
import { eraseOldBodies } from './outbox/outbox';
import { fetchMissedReports } from './outbox/reports';
import { deleteUnlinkedPreviews } from './previews/previews';
import { deleteOldHits } from './rate-limits';
import { embedQueued } from './search/meaning/embedding';
import { drainIndexQueue } from './search/search';
import { receiveMissedTexts } from './texting/missed-texts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Chore = {
  name: string;
  every: number;
  run: (app: App) => unknown;
  /** Gives the app a way to have it done at once. */
  wakes?: (app: App, wake: () => void) => void;
};

/** What goes on by itself while we serve. Each is done at the start, and again `every` so often after it has ended. */
const CHORES: Chore[] = [
  {
    name: 'fetch photos',
    every: 5 * SECOND,
    run: downloadQueued,
    wakes: (app, wake) => {
      app.wakeMedia = wake;
    },
  },
  { name: 'close the sockets of ended sessions', every: SECOND / 2, run: closeEndedSockets },
  { name: 'delete expired sessions', every: HOUR, run: deleteExpiredSessions },
  { name: 'gather notifications', every: SECOND, run: sendGatheredNotifications },
  { name: 'take in missed texts', every: 5 * MINUTE, run: receiveMissedTexts },
  { name: 'ask for prices and lost reports', every: 10 * MINUTE, run: fetchMissedReports },
  { name: 'go on with a broadcast', every: SECOND, run: continueBroadcast },
  { name: 'index messages', every: SECOND / 4, run: drainIndexQueue },
  { name: 'embed messages', every: 2 * SECOND, run: embedQueued },
  { name: 'remove deleted files', every: 5 * SECOND, run: deleteRemovedFiles },
  { name: 'remove stray files', every: HOUR, run: deleteOrphanFiles },
  { name: 'forget waiting uploads', every: HOUR, run: deleteUnusedUploads },
  { name: 'forget which calls have come', every: HOUR, run: forgetIdempotencyKeys },
  { name: 'forget what old texts said', every: HOUR, run: eraseOldBodies },
  { name: 'forget unanswered invites', every: HOUR, run: deleteOldInvites },
  { name: 'forget previews of no message', every: HOUR, run: deleteUnlinkedPreviews },
  { name: 'forget hits of limits', every: HOUR, run: deleteOldHits },
  { name: 'back up', every: 10 * MINUTE, run: (app) => backUpIfDue(app) },
  { name: 'forget copies before upgrades', every: HOUR, run: deleteOldUpgradeCopies },
];

/** Starts all chores; `stop` waits for what is being done. One that fails is logged and tried again in its turn. */
export function startChores(app: App): { stop(): Promise<void> } {
  const running = CHORES.map((chore) => start(app, chore));
  return {
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

function start(app: App, { name, every, run, wakes }: Chore) {
  let stopped = false;
  let woken = false;
  let wake = () => {};
  wakes?.(app, () => {
    woken = true;
    wake();
  });

  const loop = (async () => {
    while (!stopped) {
      woken = false;
      try {
        await run(app);
      } catch (error) {
        app.log.error({ err: error, chore: name }, 'chore failed');
      }
      if (stopped || woken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, every);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();

  return {
    stop() {
      stopped = true;
      wake();
      return loop;
    },
  };
}
