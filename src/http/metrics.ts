import { prepared, sizeOf } from '../../db/open';
import type { App } from '../app/app';
import { listChores } from '../app/chores';
import { freeSpace } from '../app/data-folder/data-folder';
import { VERSION } from '../app/version';
import { backupAge } from '../operators/backup/schedule';
import { findUnready } from '../operators/health/health';
import { DUE } from '../outbox/states';
import { lineAwaySince } from '../texting/line-watch';
import { BOUNDS, type Counters, type Times } from './counters';

type Rows = [labels: string, value: number][];

type Metric = {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  read: (app: App, counters: Counters) => number | Rows;
};

export const METRICS: Metric[] = [
  {
    name: 'info',
    type: 'gauge',
    help: 'The version that is running.',
    read: () => [[label('version', VERSION), 1]],
  },
  {
    name: 'ready',
    type: 'gauge',
    help: '1 while `/readyz` answers 200, else 0.',
    read: (app) => (findUnready(app) ? 0 : 1),
  },
  {
    name: 'line_away',
    type: 'gauge',
    help: '1 while a line that can go away, such as a phone, gives no sign of life, else 0.',
    read: (app) => (lineAwaySince(app) === null ? 0 : 1),
  },
  {
    name: 'http_answers_total',
    type: 'counter',
    help: 'Answers by method and status.',
    read: (_, { answers }) => answerRows(answers),
  },
  {
    name: 'http_answer_seconds',
    type: 'histogram',
    help: 'Time from request to answer by route.',
    read: (_, { routes }) => [...routes].flatMap(([route, times]) => histogramRows(times, route)),
  },
  {
    name: 'event_loop_lag_seconds',
    type: 'histogram',
    help: 'Time by which a timer ran late, measured four times a second.',
    read: (_, { lag }) => histogramRows(lag),
  },
  {
    name: 'faults_total',
    type: 'counter',
    help: 'Errors of the program or the machine, such as answers with status 500.',
    read: ({ faults }) => faults.count,
  },
  {
    name: 'chore_failures_total',
    type: 'counter',
    help: 'Failed runs of each chore, such as asking the gateway for missed texts.',
    read: (app) => listChores(app).map(({ name, failures }) => [label('chore', name), failures]),
  },
  {
    name: 'chores_failing',
    type: 'gauge',
    help: 'Chores whose last run failed.',
    read: (app) => listChores(app).filter(({ failingSince }) => failingSince !== null).length,
  },
  {
    name: 'texts',
    type: 'gauge',
    help: 'Texts in the outbox by state; `pushed` are those that a push replaced.',
    read: ({ db }) =>
      statements(db)
        .countTextsByState.all()
        .map(({ state, count }) => [label('state', state), count]),
  },
  {
    name: 'texts_waiting_seconds',
    type: 'gauge',
    help: 'Time since the oldest unsent text was written, 0 if none waits.',
    read: ({ db, now }) => secondsSince(now(), statements(db).findOldestUnsent.get()?.at ?? null),
  },
  {
    name: 'texts_received_total',
    type: 'counter',
    help: 'Texts received.',
    read: ({ db }) => statements(db).countReceivedTexts.get()!.count,
  },
  {
    name: 'push_browsers',
    type: 'gauge',
    help: 'Browsers that get pushes.',
    read: ({ db }) => statements(db).countPushBrowsers.get()!.count,
  },
  {
    name: 'push_browsers_failing',
    type: 'gauge',
    help: 'Browsers whose push service has not taken the last push.',
    read: ({ db }) => statements(db).countFailingBrowsers.get()!.count,
  },
  {
    name: 'photos_waiting',
    type: 'gauge',
    help: 'Photos of texts that are not downloaded yet.',
    read: ({ db }) => statements(db).countWaitingPhotos.get()!.count,
  },
  {
    name: 'photos_given_up',
    type: 'gauge',
    help: 'Photos of texts that could not be downloaded.',
    read: ({ db }) => statements(db).countLostPhotos.get()!.count,
  },
  { name: 'sockets', type: 'gauge', help: 'Open sockets.', read: ({ hub }) => hub.size },
  {
    name: 'users',
    type: 'gauge',
    help: 'Accounts.',
    read: ({ db }) => statements(db).countUsers.get()!.count,
  },
  {
    name: 'messages',
    type: 'gauge',
    help: 'Messages.',
    read: ({ db }) => statements(db).countMessages.get()!.count,
  },
  { name: 'database_bytes', type: 'gauge', help: 'Size of the database.', read: ({ db }) => sizeOf(db) },
  {
    name: 'disk_free_bytes',
    type: 'gauge',
    help: 'Free space on the disk of the data folder.',
    read: ({ config }) => freeSpace(config.dataDir),
  },
  {
    name: 'backup_age_seconds',
    type: 'gauge',
    help: 'Age of the newest backup in `BACKUP_DIR`. Without one, the age of the data.',
    read: (app) => backupAge(app) / 1000,
  },
  {
    name: 'resident_memory_bytes',
    type: 'gauge',
    help: 'Memory of the process.',
    read: () => process.memoryUsage.rss(),
  },
  { name: 'cpu_seconds_total', type: 'counter', help: 'Processor time of the process.', read: cpuSeconds },
  { name: 'uptime_seconds', type: 'gauge', help: 'Time since the start.', read: () => process.uptime() },
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

const secondsSince = (now: number, at: number | null) => (at === null ? 0 : Math.max(0, (now - at) / 1000));

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

type Count = { count: number };

const statements = prepared(({ $client }) => ({
  countUsers: $client.prepare<Count, []>('select count(*) as count from users'),
  countMessages: $client.prepare<Count, []>('select count(*) as count from messages'),
  countReceivedTexts: $client.prepare<Count, []>('select count(*) as count from inbound'),
  countTextsByState: $client.prepare<Count & { state: string }, []>(
    'select state, count(*) as count from outbox group by state',
  ),
  findOldestUnsent: $client.prepare<{ at: number | null }, []>(
    `select min(created_at) as at from outbox where state in (${DUE})`,
  ),
  countPushBrowsers: $client.prepare<Count, []>('select count(*) as count from push_subscriptions'),
  countFailingBrowsers: $client.prepare<Count, []>(
    'select count(*) as count from push_subscriptions where error is not null',
  ),
  countWaitingPhotos: $client.prepare<Count, []>(
    'select count(*) as count from media where next_at is not null and deleted_message_id is null',
  ),
  countLostPhotos: $client.prepare<Count, []>(
    'select count(*) as count from media where failure is not null and next_at is null and deleted_message_id is null',
  ),
}));
