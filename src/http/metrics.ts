import { prepared, sizeOf } from '../../db/open';
import type { App } from '../app';
import { getBackupState } from '../backup/schedule';
import { VERSION } from '../version';

/** Upper bounds, in seconds, of the buckets in the histogram of answer times. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** Returns a counter of HTTP answers, which also writes all metrics in the text format of Prometheus. */
export function createMetrics(app: App) {
  // numbers of answers, by method and status
  const answers: Record<string, Record<number, number>> = {};
  const times: Times = { buckets: new Array<number>(BOUNDS.length + 1).fill(0), seconds: 0, total: 0 };

  return {
    countAnswer(method: string, status: number, seconds: number): void {
      const name = /^[A-Z]{3,7}$/.test(method) ? method : 'other';
      answers[name] ??= {};
      answers[name][status] = (answers[name][status] ?? 0) + 1;
      let bucket = 0;
      while (seconds > BOUNDS[bucket]!) bucket++;
      times.buckets[bucket]! += 1;
      times.seconds += seconds;
      times.total += 1;
    },

    text(): string {
      const { countUsers, countMessages, countReceivedTexts } = statements(app.db);
      const lines: string[] = [];
      const add = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string, rows: Rows) => {
        lines.push(`# HELP tagline_${name} ${help}`, `# TYPE tagline_${name} ${type}`);
        for (const [labels, value] of rows) lines.push(`tagline_${name}${labels} ${value}`);
      };
      const one = (value: number): Rows => [['', value]];

      add('info', 'gauge', 'The version that is running.', [[`{version="${VERSION}"}`, 1]]);
      add('http_answers_total', 'counter', 'Answers by method and status.', answerRows(answers));
      add('http_answer_seconds', 'histogram', 'Time from request to answer.', histogramRows(times));
      add('texts', 'gauge', 'Texts in the outbox by state.', textRows(app));
      add(
        'texts_waiting_seconds',
        'gauge',
        'Time that the oldest text that is due has waited.',
        one(secondsWaiting(app)),
      );
      add('texts_received_total', 'counter', 'Texts received.', one(countReceivedTexts.get()?.count ?? 0));
      add('sockets', 'gauge', 'Open sockets.', one(app.hub.size));
      add('users', 'gauge', 'Accounts.', one(countUsers.get()?.count ?? 0));
      add('messages', 'gauge', 'Messages.', one(countMessages.get()?.count ?? 0));
      add('database_bytes', 'gauge', 'Size of the database.', one(sizeOf(app.db)));
      add('backup_age_seconds', 'gauge', 'Age of the newest scheduled backup.', backupRows(app));
      add('resident_memory_bytes', 'gauge', 'Memory of the process.', one(process.memoryUsage.rss()));
      add('cpu_seconds_total', 'counter', 'Processor time of the process.', one(cpuSeconds()));
      add('uptime_seconds', 'gauge', 'Time since the start.', one(process.uptime()));
      return `${lines.join('\n')}\n`;
    },
  };
}

/**
 * Lines of one metric. `labels` is what follows the metric's name: a suffix, labels in braces, both or
 * nothing.
 */
type Rows = [labels: string, value: number][];

type Times = { buckets: number[]; seconds: number; total: number };

const answerRows = (answers: Record<string, Record<number, number>>): Rows =>
  Object.entries(answers).flatMap(([method, counts]) =>
    Object.entries(counts).map(([status, count]): Rows[number] => [
      `{method="${method}",status="${status}"}`,
      count,
    ]),
  );

function histogramRows({ buckets, seconds, total }: Times): Rows {
  let sum = 0;
  const rows = buckets.map((count, bucket): Rows[number] => {
    sum += count;
    return [`_bucket{le="${BOUNDS[bucket] ?? '+Inf'}"}`, sum];
  });
  return [...rows, ['_sum', seconds], ['_count', total]];
}

const textRows = (app: App): Rows =>
  statements(app.db)
    .countTextsByState.all()
    .map(({ state, count }) => [`{state="${state}"}`, count]);

function secondsWaiting(app: App): number {
  const due = statements(app.db).findOldestDue.get()?.due ?? null;
  return due === null ? 0 : Math.max(0, (app.now() - due) / 1000);
}

function backupRows(app: App): Rows {
  const { last } = getBackupState(app);
  return last ? [['', Math.max(0, (app.now() - Date.parse(last.createdAt)) / 1000)]] : [];
}

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
  findOldestDue: $client.prepare<{ due: number | null }, []>(
    "select min(next_at) as due from outbox where state in ('queued', 'sending')",
  ),
}));
