import { and, count, desc, eq, gt } from 'drizzle-orm';
import { sizeOf } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../app';
import { backupState } from '../backup/schedule';
import type { HealthCheck } from '../contract/admin';
import { formatPhone } from '../contract/people';
import { freeSpace } from '../data-folder';
import { embeddingProgress } from '../search/meaning/embedding';
import { failureReason, textingState } from '../texting/health';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LATE_MS = 10 * MINUTE_MS;
/** A daily backup has its hours of grace. */
const BACKUP_OLD_MS = 1.5 * DAY_MS;
const ROOM_BAD = 200e6;
const ROOM_LITTLE = 2e9;
const REASONS_SHOWN = 3;

type Check = Omit<HealthCheck, 'at'> & { at?: string | null };

/** What an operator looks at first, each with the sentence that says what to do (design 1). */
export function health(app: App): HealthCheck[] {
  return [...texting(app), failures(app), database(app), backup(app), meaning(app)].map((check) => ({
    at: null,
    ...check,
  }));
}

function texting(app: App): Check[] {
  const { phoneNumber, twilio } = app.config;
  const { lastTextIn, lastTextOut, waiting, waitingSince, spentToday, segmentsToday } = textingState(app);
  const number = formatPhone(phoneNumber);
  const late = waitingSince !== null && app.now() - Date.parse(waitingSince) > LATE_MS;
  const webhook = `${app.publicUrl}/api/webhooks/twilio/sms`;
  return [
    twilio
      ? {
          name: 'Gateway',
          state: 'good',
          value: `Twilio, ${number}`,
          advice: 'To look at the account, the number and its webhook, run tagline doctor.',
        }
      : {
          name: 'Gateway',
          state: 'notice',
          value: `Phone simulator, ${number}`,
          advice:
            'No text leaves this machine. Set TWILIO_ACCOUNT_SID and its two companions to send real ones.',
        },
    {
      name: 'Last text in',
      state: lastTextIn || !twilio ? 'good' : 'notice',
      value: lastTextIn ? '' : 'None yet',
      at: lastTextIn,
      advice: lastTextIn
        ? 'If people say that theirs do not arrive, text the number yourself, then run tagline doctor.'
        : `Text ${number} to try it.${twilio ? ` If nothing comes, check that the number's webhook is ${webhook}.` : ''}`,
    },
    {
      name: 'Last text out',
      state: 'good',
      value: lastTextOut ? '' : 'None yet',
      at: lastTextOut,
      advice: lastTextOut
        ? `Today: ${plural(segmentsToday, 'segment')}${spentToday.map(({ amount, currency }) => `, ${amount} ${currency}`).join('')}.`
        : 'A code to sign in with is the first that most people get.',
    },
    {
      name: 'Waiting to be sent',
      state: late ? 'bad' : 'good',
      value: plural(waiting, 'text'),
      at: waitingSince,
      advice: late
        ? 'The gateway takes none. Run tagline doctor; what waits is sent when it is mended, for twelve hours.'
        : 'Nothing to do: they go out by themselves.',
    },
  ];
}

/** Of the last day, grouped by why. */
function failures({ db, now }: App): Check {
  const rows = db
    .select({ errorCode: outbox.errorCode, error: outbox.error, texts: count() })
    .from(outbox)
    .where(and(eq(outbox.state, 'failed'), gt(outbox.createdAt, now() - DAY_MS)))
    .groupBy(outbox.errorCode, outbox.error)
    .orderBy(desc(count()))
    .all();
  const total = rows.reduce((sum, { texts }) => sum + texts, 0);
  const reasons = rows.slice(0, REASONS_SHOWN).map((row) => `${row.texts} × ${failureReason(row)}`);
  const rest = rows.slice(REASONS_SHOWN).reduce((sum, { texts }) => sum + texts, 0);
  return {
    name: 'Failed in the last day',
    state: total > 0 ? 'notice' : 'good',
    value: plural(total, 'text'),
    advice:
      total > 0
        ? [...reasons, ...(rest > 0 ? [`${rest} × other reasons.`] : [])].join(' ')
        : 'Nothing to do.',
  };
}

function database({ db, config }: App): Check {
  const room = freeSpace(config.dataDir);
  return {
    name: 'Database',
    state: room < ROOM_BAD ? 'bad' : room < ROOM_LITTLE ? 'notice' : 'good',
    value: size(sizeOf(db)),
    advice:
      room < ROOM_LITTLE
        ? `Only ${size(room)} are left on the disk. Make room: without any, nothing can be saved.`
        : `${size(room)} are left on the disk.`,
  };
}

function backup(app: App): Check {
  const { scheduled, last, error } = backupState(app);
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
      advice: 'The first is made within ten minutes of a start.',
    };
  const old = app.now() - Date.parse(last.createdAt) > BACKUP_OLD_MS;
  return {
    name,
    state: old ? 'bad' : 'good',
    value: '',
    at: last.createdAt,
    advice: old
      ? 'It is more than a day old. Is the server running all the time, and its clock right?'
      : `${size(last.bytes)}, verified. The newest fourteen are kept.`,
  };
}

/** Search by meaning. */
function meaning(app: App): Check {
  const { enabled, running, embedded, waiting, problem } = embeddingProgress(app);
  const name = 'Embeddings';
  const value = plural(embedded, 'message');
  if (!enabled)
    return {
      name,
      state: 'good',
      value: 'Off',
      advice: 'Search finds words. Set HF_TOKEN or HF_ENDPOINT_URL to have it find meaning, too.',
    };
  if (problem)
    return { name, state: 'bad', value, advice: `${problem} Search goes on with words meanwhile.` };
  return {
    name,
    state: 'good',
    value,
    advice:
      running || waiting > 0
        ? `${plural(waiting, 'message')} still to come; this goes on by itself.`
        : 'New messages follow by themselves.',
  };
}

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Bytes in the unit that a person would say. */
function size(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1));
  const amount = bytes / 1000 ** (unit + 1);
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}
