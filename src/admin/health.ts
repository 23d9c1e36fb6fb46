import { and, count, desc, eq, gt } from 'drizzle-orm';
import { sizeOf } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../app';
import { getBackupState } from '../backup/schedule';
import type { HealthCheck } from '../contract/admin';
import { countOf } from '../contract/counts';
import { formatPhone } from '../contract/people';
import { freeSpace } from '../data-folder';
import { listFailedDownloads } from '../media/downloads';
import { listReachedLimits, RATE_LIMITS } from '../rate-limits';
import { embeddingProgress } from '../search/meaning/embedding';
import { failureReason, textingState } from '../texting/health';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LATE_MS = 10 * MINUTE_MS;
/**
 * Age after which the last backup counts as too old. Backups are daily, and half a day is added for delays.
 */
const BACKUP_OLD_MS = 1.5 * DAY_MS;
/** With fewer free bytes on the disk than these, the check of the database is `bad` or a `notice`. */
const FREE_SPACE_BAD = 200e6;
const FREE_SPACE_NOTICE = 2e9;
const REASONS_SHOWN = 3;

type Check = Omit<HealthCheck, 'at'> & { at?: string | null };

/** Returns the checks of the admin page, each with a sentence of advice. */
export function checkHealth(app: App): HealthCheck[] {
  const checks = [
    checkGateway(app),
    ...checkTexts(app),
    checkFailures(app),
    ...checkLimits(app),
    ...checkPhotos(app),
    checkDatabase(app),
    checkBackup(app),
    checkEmbeddings(app),
  ];
  return checks.map((check) => ({ at: null, ...check }));
}

function checkGateway({ config, sms }: App): Check {
  return {
    name: 'Gateway',
    state: sms.simulated ? 'notice' : 'good',
    value: `${sms.label}, ${formatPhone(config.phoneNumber)}`,
    advice: sms.simulated
      ? 'No text leaves this machine. Set TWILIO_ACCOUNT_SID and its two companions to send real texts.'
      : 'To check the account, the number and its webhook, run tagline doctor.',
  };
}

function checkTexts(app: App): Check[] {
  const { lastTextIn, lastTextOut, waiting, waitingSince, spentToday, segmentsToday } = textingState(app);
  const late = waitingSince !== null && app.now() - Date.parse(waitingSince) > LATE_MS;
  const webhook = app.sms.webhook();
  const tryIt = `Text ${formatPhone(app.config.phoneNumber)} to try it.`;
  return [
    {
      name: 'Last text in',
      state: lastTextIn || !webhook ? 'good' : 'notice',
      value: lastTextIn ? '' : 'None yet',
      at: lastTextIn,
      advice: lastTextIn
        ? 'If people say that their texts do not arrive, text the number yourself, then run tagline doctor.'
        : webhook
          ? `${tryIt} If nothing comes, check that the number's webhook is ${webhook}.`
          : tryIt,
    },
    {
      name: 'Last text out',
      state: 'good',
      value: lastTextOut ? '' : 'None yet',
      at: lastTextOut,
      advice: lastTextOut
        ? `Today: ${countOf(segmentsToday, 'segment')}${spentToday.map(({ amount, currency }) => `, ${amount} ${currency}`).join('')}.`
        : 'For most people the first text is a code to sign in with.',
    },
    {
      name: 'Waiting to be sent',
      state: late ? 'bad' : 'good',
      value: countOf(waiting, 'text'),
      at: waitingSince,
      advice: late
        ? 'The gateway accepts no texts. Run tagline doctor. Waiting texts are sent once it works again, for twelve hours.'
        : 'Nothing to do: waiting texts are sent by themselves.',
    },
  ];
}

/** Counts the failed texts of the past day by their reason. */
function checkFailures(app: App): Check {
  const { db, now } = app;
  const rows = db
    .select({ errorCode: outbox.errorCode, error: outbox.error, texts: count() })
    .from(outbox)
    .where(and(eq(outbox.state, 'failed'), gt(outbox.createdAt, now() - DAY_MS)))
    .groupBy(outbox.errorCode, outbox.error)
    .orderBy(desc(count()))
    .all();
  const total = rows.reduce((sum, { texts }) => sum + texts, 0);
  const reasons = rows.slice(0, REASONS_SHOWN).map((row) => `${row.texts} × ${failureReason(app, row)}`);
  const rest = rows.slice(REASONS_SHOWN).reduce((sum, { texts }) => sum + texts, 0);
  return {
    name: 'Failed in the last day',
    state: total > 0 ? 'notice' : 'good',
    value: countOf(total, 'text'),
    advice:
      total > 0
        ? [...reasons, ...(rest > 0 ? [`${rest} × other reasons.`] : [])].join(' ')
        : 'Nothing to do.',
  };
}

/** Reports the rate limits that are used up. Returns no check if there are none. */
const checkLimits = (app: App): Check[] =>
  listReachedLimits(app).map(({ name, keys, health }) => ({
    name: `Limit: ${name}`,
    state: 'notice',
    value: `${RATE_LIMITS[name].max.toLocaleString('en-US')} reached${keys > 1 ? ` ${keys} times` : ''}`,
    advice: `${health} See the limits in docs/operations.md.`,
  }));

/** Reports photos that came by text and could not be downloaded. Returns no check if there are none. */
function checkPhotos(app: App): Check[] {
  const downloads = listFailedDownloads(app);
  const [newest] = downloads;
  if (!newest) return [];
  const givenUp = downloads.filter(({ nextTry }) => nextTry === null).length;
  return [
    {
      name: 'Photos of texts',
      state: givenUp > 0 ? 'bad' : 'notice',
      value: `${downloads.length - givenUp} waiting, ${givenUp} given up`,
      at: newest.timestamp,
      advice:
        givenUp > 0
          ? `${newest.reason} Use "Try again" in the list of photos below.`
          : `${newest.reason} Nothing to do: they are tried again as long as the gateway keeps them.`,
    },
  ];
}

function checkDatabase({ db, config }: App): Check {
  const free = freeSpace(config.dataDir);
  return {
    name: 'Database',
    state: free < FREE_SPACE_BAD ? 'bad' : free < FREE_SPACE_NOTICE ? 'notice' : 'good',
    value: size(sizeOf(db)),
    advice:
      free < FREE_SPACE_NOTICE
        ? `Only ${size(free)} are left on the disk. Free some space: nothing can be saved on a full disk.`
        : `${size(free)} are left on the disk.`,
  };
}

function checkBackup(app: App): Check {
  const { scheduled, last, error } = getBackupState(app);
  const name = 'Last backup';
  if (!scheduled)
    return {
      name,
      state: 'notice',
      value: 'None',
      advice: 'Set BACKUP_DIR to a folder on another disk, and one is made every day.',
    };
  if (error)
    return {
      name,
      state: 'bad',
      value: last ? '' : 'None',
      at: last?.createdAt,
      advice: `It failed: ${error}`,
    };
  if (!last)
    return {
      name,
      state: 'notice',
      value: 'None yet',
      advice: 'The first backup is made within ten minutes of a start.',
    };
  const old = app.now() - Date.parse(last.createdAt) > BACKUP_OLD_MS;
  return {
    name,
    state: old ? 'bad' : 'good',
    value: '',
    at: last.createdAt,
    advice: old
      ? 'It is more than a day old. Check that the server runs all the time and that its clock is right.'
      : `${size(last.bytes)}, verified. The newest fourteen are kept.`,
  };
}

function checkEmbeddings(app: App): Check {
  const { enabled, running, embedded, waiting, problem } = embeddingProgress(app);
  const name = 'Embeddings';
  const value = countOf(embedded, 'message');
  if (!enabled)
    return {
      name,
      state: 'good',
      value: 'Off',
      advice: 'Search compares words only. Set HF_TOKEN or HF_ENDPOINT_URL to search by meaning as well.',
    };
  if (problem)
    return { name, state: 'bad', value, advice: `${problem} Until then search compares words only.` };
  return {
    name,
    state: 'good',
    value,
    advice:
      running || waiting > 0
        ? `${countOf(waiting, 'message')} still to embed. This continues by itself.`
        : 'New messages are embedded by themselves.',
  };
}

/** Formats bytes in the largest fitting unit: `2.5 MB`. */
function size(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1));
  const amount = bytes / 1000 ** (unit + 1);
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}
