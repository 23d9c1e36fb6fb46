import { sizeOf } from '../../db/open';
import type { App } from '../app';
import { getBackupState } from '../backup/schedule';
import { VERSION } from '../version';

/** Upper bounds in seconds of the classes that answers are counted in by their time. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts answers, and writes all figures in Prometheus' text format when it is asked. */
export function createMetrics(app: App) {
  const answers: Record<string, Record<number, number>> = {}; // by method and status
  const times = { counts: new Array<number>(BOUNDS.length + 1).fill(0), seconds: 0, total: 0 };

  return {
    answered(method: string, status: number, seconds: number): void {
      const name = /^[A-Z]{3,7}$/.test(method) ? method : 'other';
      answers[name] ??= {};
      answers[name][status] = (answers[name][status] ?? 0) + 1;
      let slot = 0;
      while (seconds > BOUNDS[slot]!) slot++;
      times.counts[slot]! += 1;
      times.seconds += seconds;
      times.total += 1;
    },

    text(): string {
      const lines: string[] = [];
      const family = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string, rows: Rows) => {
        lines.push(`# HELP tagline_${name} ${help}`, `# TYPE tagline_${name} ${type}`);
        for (const [labels, value] of rows) lines.push(`tagline_${name}${labels} ${value}`);
      };
      const one = (value: number): Rows => [['', value]];

      family('info', 'gauge', 'The version that is running.', [[`{version="${VERSION}"}`, 1]]);
      family(
        'http_answers_total',
        'counter',
        'Answers by method and status.',
        Object.entries(answers).flatMap(([method, counts]) =>
          Object.entries(counts).map(([status, count]): Rows[number] => [
            `{method="${method}",status="${status}"}`,
            count,
          ]),
        ),
      );
      family('http_answer_seconds', 'histogram', 'Time from request to answer.', histogram(times));
      family('texts', 'gauge', 'Texts of ours by what has become of them.', textsByState(app));
      family(
        'texts_waiting_seconds',
        'gauge',
        'How long the oldest text that is due has waited.',
        one(oldestWaiting(app)),
      );
      family('texts_received_total', 'counter', 'Texts that have arrived.', one(count(app, 'inbound')));
      family('sockets', 'gauge', 'Open pages that are told of news.', one(app.hub.size));
      family('users', 'gauge', 'Accounts.', one(count(app, 'users')));
      family('messages', 'gauge', 'Messages.', one(count(app, 'messages')));
      family('database_bytes', 'gauge', 'Size of the database.', one(sizeOf(app.db)));
      family('backup_age_seconds', 'gauge', 'Age of the newest scheduled backup.', backupAge(app));
      family('resident_memory_bytes', 'gauge', 'Memory of the process.', one(process.memoryUsage.rss()));
      family('cpu_seconds_total', 'counter', 'Processor time of the process.', one(cpuSeconds()));
      family('uptime_seconds', 'gauge', 'Time since the start.', one(process.uptime()));
      return `${lines.join('\n')}\n`;
    },
  };
}

type Rows = [labels: string, value: number][];

function histogram({ counts, seconds, total }: { counts: number[]; seconds: number; total: number }): Rows {
  let sum = 0;
  const buckets = counts.map((count, slot): Rows[number] => {
    sum += count;
    return [`_bucket{le="${BOUNDS[slot] ?? '+Inf'}"}`, sum];
  });
  return [...buckets, ['_sum', seconds], ['_count', total]];
}

const textsByState = (app: App): Rows =>
  app.db.$client
    .query<{ state: string; count: number }, []>('select state, count(*) as count from outbox group by state')
    .all()
    .map(({ state, count }) => [`{state="${state}"}`, count]);

function oldestWaiting(app: App): number {
  const { due } = app.db.$client
    .query<{ due: number | null }, []>(
      "select min(next_at) as due from outbox where state in ('queued', 'sending')",
    )
    .get() ?? { due: null };
  return due === null ? 0 : Math.max(0, (app.now() - due) / 1000);
}

const count = (app: App, table: 'inbound' | 'users' | 'messages'): number =>
  app.db.$client.query<{ count: number }, []>(`select count(*) as count from ${table}`).get()?.count ?? 0;

function backupAge(app: App): Rows {
  const { last } = getBackupState(app);
  return last ? [['', Math.max(0, (app.now() - Date.parse(last.createdAt)) / 1000)]] : [];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
