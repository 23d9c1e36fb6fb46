import { prepared, sizeOf } from '../../db/open';
import type { App } from '../app/app';
import { listChores } from '../app/chores';
import { freeSpace } from '../app/data-folder/data-folder';
import { type HeldLease, heldLease } from '../app/owner';
import { type ReaderState, readersOf } from '../app/readers';
import { VERSION } from '../app/version';
import { MAIL_FAILURES_MAX } from '../contract/mail';
import { isMediaFailing, mediaState } from '../media/place/state';
import { backupAge } from '../operators/backup/schedule';
import { copyLag, copyState } from '../operators/copies/state';
import { findUnready } from '../operators/health/health';
import { IS_DUE, IS_WAITING } from '../outbox/states';
import { lineAwaySince } from '../texting/line-watch';
import { mailState } from '../texting/mail/state';
import { BOUNDS, type Counters, type Times } from './counters';

type Rows = [labels: string, value: number][];

type Read = (app: App, counters: Counters) => number | Rows;
type Metric = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; read: Read };

const of =
  (type: Metric['type']) =>
  (name: string, help: string, read: Read): Metric => ({ name, type, help, read });
const counter = of('counter');
const gauge = of('gauge');
const histogram = of('histogram');

/** Reads the result of the statement with this name. */
const counted =
  (name: CountName): Read =>
  ({ db }) =>
    statements(db)[name].get()!.count;

const ofReaders =
  (figure: 'starts' | 'bytes' | 'cpuSeconds'): Read =>
  (app) =>
    readersOf(app).list.map((reader: ReaderState) => [label('reader', `${reader.number}`), reader[figure]]);

export const METRICS: Metric[] = [
  gauge('info', 'The version that is running.', () => [[label('version', VERSION), 1]]),
  gauge('ready', '1 while `/readyz` answers 200, else 0.', (app) => (findUnready(app) ? 0 : 1)),
  gauge(
    'line_away',
    '1 while a line that can go away, such as a phone, gives no sign of life, else 0.',
    (app) => (lineAwaySince(app) === null ? 0 : 1),
  ),
  counter('http_answers_total', 'Answers by method and status.', (_, { answers }) => answerRows(answers)),
  histogram('http_answer_seconds', 'Time from request to answer by route.', (_, { routes }) =>
    [...routes].flatMap(([route, times]) => histogramRows(times, route)),
  ),
  histogram(
    'event_loop_lag_seconds',
    'Time by which a timer ran late, measured four times a second.',
    (_, { lag }) => histogramRows(lag),
  ),
  counter(
    'faults_total',
    'Errors of the program or the machine, such as answers with status 500.',
    ({ faults }) => faults.count,
  ),
  counter(
    'chore_failures_total',
    'Failed runs of each chore, such as asking the gateway for missed texts.',
    (app) => listChores(app).map(({ name, failures }) => [label('chore', name), failures]),
  ),
  gauge(
    'chores_failing',
    'Chores whose last run failed.',
    (app) => listChores(app).filter(({ failingSince }) => failingSince !== null).length,
  ),
  gauge('texts', 'Texts in the outbox that wait or have failed, by state.', ({ db }) =>
    statements(db)
      .countTextsByState.all()
      .map(({ state, count }) => [label('state', state), count]),
  ),
  gauge(
    'texts_waiting_seconds',
    'Time since the oldest unsent text was written, 0 if none waits.',
    ({ db, now }) => secondsSince(now(), statements(db).findOldestUnsent.get()?.at ?? null),
  ),
  counter('texts_received_total', 'Texts received.', counted('receivedTexts')),
  gauge('push_browsers', 'Browsers that get pushes.', counted('pushBrowsers')),
  gauge(
    'push_browsers_failing',
    'Browsers whose push service has not taken the last push.',
    counted('failingBrowsers'),
  ),
  counter('mails_received_total', 'Mails taken in.', counted('receivedMails')),
  counter('mails_refused_total', 'Mails refused since the start.', (app) => mailState(app).refused),
  gauge('mail_line_down', '1 while no mails can come in by SMTP or from the mailbox, else 0.', (app) =>
    Number(mailState(app).smtpError !== null || mailState(app).imapError !== null),
  ),
  gauge('mail_readers', 'People who get notices by mail.', counted('mailReaders')),
  gauge(
    'mail_addresses_silent',
    'Addresses whose last mails came back, so that they get none.',
    counted('silentAddresses'),
  ),
  gauge('webhooks_waiting', 'Events that wait to be sent to webhooks.', counted('waitingHooks')),
  gauge('webhooks_off', 'Webhooks that were switched off after failures.', counted('hooksOff')),
  gauge('photos_waiting', 'Photos of texts that are not downloaded yet.', counted('waitingPhotos')),
  gauge('photos_given_up', 'Photos of texts that could not be downloaded.', counted('lostPhotos')),
  gauge('sockets', 'Open sockets.', (app) =>
    readersOf(app).list.reduce((sum, { sockets }) => sum + sockets, app.hub.size),
  ),
  gauge('users', 'Accounts.', counted('users')),
  gauge('messages', 'Messages.', counted('messages')),
  gauge('database_bytes', 'Size of the database.', ({ db }) => sizeOf(db)),
  gauge('disk_free_bytes', 'Free space on the disk of the data folder.', ({ config }) =>
    freeSpace(config.dataDir),
  ),
  gauge(
    'backup_age_seconds',
    'Age of the newest backup in `BACKUP_DIR`. Without one, the age of the data.',
    (app) => backupAge(app) / 1000,
  ),
  gauge(
    'copy_lag_seconds',
    'With `REPLICA_URL`: age of the oldest change that may not be copied yet.',
    (app) => copyRows(copyLag(app)),
  ),
  gauge('copy_oldest_seconds', 'With `REPLICA_URL`: how far back a moment can be restored.', (app) => {
    const { oldest } = copyState(app);
    return copyRows(oldest && app.now() - Date.parse(oldest));
  }),
  gauge('cell_epoch', 'With `LEASE`: number of this owner of the data.', () =>
    cellRows(({ epoch }) => epoch),
  ),
  gauge('cell_lease_age_seconds', 'With `LEASE`: time since the lease was renewed.', () =>
    cellRows(({ renewedAt }) => (performance.now() - renewedAt) / 1000),
  ),
  gauge('media_failing', 'With `MEDIA_URL`: 1 while files cannot be fetched from S3 or saved there.', (app) =>
    ofMedia(app, Number(isMediaFailing(app))),
  ),
  gauge('media_cache_bytes', 'With `MEDIA_URL`: size of the copies of files on this disk.', (app) =>
    ofMedia(app, mediaState(app).cacheBytes),
  ),
  gauge('resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
  counter('cpu_seconds_total', 'Processor time of the process.', cpuSeconds),
  gauge(
    'readers',
    'With `READERS`: processes that answer beside this one.',
    (app) => readersOf(app).list.filter(({ isUp }) => isUp).length,
  ),
  counter('reader_starts_total', 'Starts of each reader.', ofReaders('starts')),
  gauge('reader_resident_memory_bytes', 'Memory of each reader.', ofReaders('bytes')),
  counter(
    'reader_cpu_seconds_total',
    'Processor time of each reader since its start.',
    ofReaders('cpuSeconds'),
  ),
  gauge('uptime_seconds', 'Time since the start.', () => process.uptime()),
];

export function writeMetrics(app: App, counters: Counters): string {
  const lines = METRICS.flatMap(({ name, type, help, read }) => {
    try {
      const value = read(app, counters);
      const rows: Rows = typeof value === 'number' ? [['', value]] : value;
      const prefix = `tagline_${name}`;
      return [
        `# HELP ${prefix} ${help}`,
        `# TYPE ${prefix} ${type}`,
        ...rows.map(([labels, number]) => `${prefix}${labels} ${number}`),
      ];
    } catch (error) {
      app.faults.report(error, 'a metric cannot be read', { metric: name });
      return [];
    }
  });
  return `${lines.join('\n')}\n`;
}

const label = (name: string, value: string) => `{${name}="${value}"}`;

const answerRows = (answers: Counters['answers']): Rows =>
  [...answers].flatMap(([method, counts]) =>
    [...counts].map(([status, count]): Rows[number] => [`{method="${method}",status="${status}"}`, count]),
  );

function histogramRows({ buckets, seconds, total }: Times, route?: string): Rows {
  const labels = route === undefined ? '' : `route="${route}"`;
  let sum = 0;
  const rows = buckets.map((count, bucket): Rows[number] => {
    sum += count;
    return [`_bucket{${labels && `${labels},`}le="${BOUNDS[bucket] ?? '+Inf'}"}`, sum];
  });
  const all = labels && `{${labels}}`;
  return [...rows, [`_sum${all}`, seconds], [`_count${all}`, total]];
}

const copyRows = (milliseconds: string | number | null): Rows =>
  typeof milliseconds === 'number' ? [['', milliseconds / 1000]] : [];

function cellRows(read: (held: HeldLease) => number): Rows {
  const held = heldLease();
  return held ? [['', read(held)]] : [];
}

const ofMedia = ({ config }: App, value: number): Rows => (config.media.target ? [['', value]] : []);

const secondsSince = (now: number, at: number | null) => (at === null ? 0 : Math.max(0, (now - at) / 1000));

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

type Count = { count: number };
type CountName = Exclude<keyof ReturnType<typeof statements>, 'countTextsByState' | 'findOldestUnsent'>;

const statements = prepared(({ $client }) => ({
  users: $client.prepare<Count, []>('select count(*) as count from users'),
  messages: $client.prepare<Count, []>('select count(*) as count from messages'),
  receivedTexts: $client.prepare<Count, []>('select count(*) as count from inbound'),
  countTextsByState: $client.prepare<Count & { state: string }, []>(
    `select state, count(*) as count from outbox where ${IS_WAITING} group by state
     union all select state, count(*) from outbox where state = 'failed' group by state`,
  ),
  findOldestUnsent: $client.prepare<{ at: number | null }, []>(
    `select min(created_at) as at from outbox where ${IS_DUE}`,
  ),
  pushBrowsers: $client.prepare<Count, []>('select count(*) as count from push_subscriptions'),
  failingBrowsers: $client.prepare<Count, []>(
    'select count(*) as count from push_subscriptions where error is not null',
  ),
  receivedMails: $client.prepare<Count, []>('select count(*) as count from mails'),
  mailReaders: $client.prepare<Count, []>('select count(*) as count from users where by_mail'),
  silentAddresses: $client.prepare<Count, []>(
    `select count(*) as count from users where mail_failures >= ${MAIL_FAILURES_MAX}`,
  ),
  waitingHooks: $client.prepare<Count, []>(
    "select count(*) as count from hook_deliveries where state = 'waiting'",
  ),
  hooksOff: $client.prepare<Count, []>('select count(*) as count from hooks where off_because is not null'),
  waitingPhotos: $client.prepare<Count, []>(
    'select count(*) as count from media where next_at is not null and deleted_message_id is null',
  ),
  lostPhotos: $client.prepare<Count, []>(
    'select count(*) as count from media where failure is not null and next_at is null and deleted_message_id is null',
  ),
}));
