import { writeFileSync } from 'node:fs';
import { VisibleError } from '../../app/errors';
import type { CageLimits } from './cage';
import { type Message, readFrames, toFrame } from './frames';
import type { WatchTask } from './watch-worker';

/** What a cage does with a request. */
export type Work = (request: Message) => Promise<Message>;

/** Never returns: the process ends with its stdin. */
export async function runCaged(work: Work, limits: CageLimits): Promise<never> {
  const { keptMegabytes = Number.POSITIVE_INFINITY } = limits;
  // a signal to all processes of a group must not end the cage before the server has decided
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  beFirstVictim();
  const begun = await watch(limits);
  const stdout = Bun.stdout.writer();
  for await (const { id, ...request } of readFrames(Bun.stdin.stream())) {
    begun.set([cpuMs()]);
    const answer = await answerTo(work, request);
    begun.set([-1]);
    const spent = process.memoryUsage.rss() > keptMegabytes * 1e6;
    await stdout.write(toFrame({ id, ...answer, spent }));
    await stdout.flush();
  }
  process.exit(0);
}

async function answerTo(work: Work, request: Message): Promise<Message> {
  try {
    return await work(request);
  } catch (error) {
    if (error instanceof VisibleError) return { refused: { code: error.code, message: error.message } };
    return { error: (error as Error).message };
  }
}

/** When memory runs out, Linux then ends this process and not the server. */
function beFirstVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // no Linux
  }
}

/** Returns the memory in which the thread reads at which processor time a request began; -1 if there is none. */
async function watch({ megabytes, cpuMs }: CageLimits): Promise<Float64Array> {
  const begun = new Float64Array(new SharedArrayBuffer(8)).fill(-1);
  const thread = new Worker(new URL('./watch-worker.ts', import.meta.url), { ref: false });
  const { promise, resolve } = Promise.withResolvers<void>();
  thread.onmessage = () => resolve();
  thread.postMessage({ begun, megabytes, cpuMs, parent: process.ppid } satisfies WatchTask);
  await promise;
  return begun;
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
