import { getRequest, responseReader } from './load';
import { afterIn, pageOf } from './poll';

/**
 * The requests that an open page of the web app repeats, batched as in the web app (docs/product.md:
 * Polling). `every` is in milliseconds.
 */
const POLLS = [
  { path: pageOf(), every: 2_000 },
  { path: '/trpc/boards.tagsWithCounts,boards.sharedWithCounts?batch=1&input=%7B%7D', every: 3_000 },
];

/**
 * Milliseconds before the measurement begins, because at first each dashboard fetches everything it shows.
 */
const WARM_UP_MS = 15_000;

/**
 * Character code of the digit 2. Of the answers to polls, only those whose status begins with 2 have a body.
 */
const TWO = 0x32;

export type PollTimes = {
  /** Milliseconds of each poll, from the time when it was due to its complete answer. */
  times: number[];
  answers: Record<number, number>;
};

/**
 * Opens a dashboard for each cookie, each on its own connection. After the warm-up, measures the polls for
 * `duration` milliseconds.
 */
export async function openDashboards(url: string, cookies: string[], duration: number): Promise<PollTimes> {
  const polled: PollTimes = { times: [], answers: {} };
  const counted = performance.now() + WARM_UP_MS;
  const end = counted + duration;
  await Promise.all(cookies.map((cookie) => openDashboard(url, cookie, counted, end, polled)));
  return polled;
}

async function openDashboard(url: string, cookie: string, counted: number, end: number, polled: PollTimes) {
  const { hostname, port } = new URL(url);
  const paths = POLLS.map(({ path }) => path);
  const etags = POLLS.map(() => '');
  const waiting: { poll: number; due: number }[] = [];
  const closed = Promise.withResolvers<void>();
  const readAnswer = responseReader();

  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        const status = readAnswer(chunk);
        const asked = waiting[0];
        if (!asked) return;
        if (chunk[9] === TWO) keep(asked.poll, chunk.toString('latin1'));
        if (status === null) return;
        waiting.shift();
        // like a browser, sends the next request when the connection is free
        if (waiting[0]) send(waiting[0].poll);
        if (asked.due < counted) return;
        polled.times.push(performance.now() - asked.due);
        polled.answers[status] = (polled.answers[status] ?? 0) + 1;
      },
      close: () => closed.resolve(),
      error: (_, error) => closed.reject(error),
    },
  });

  const keep = (poll: number, answer: string) => {
    const after = afterIn(answer);
    const path = after === undefined ? paths[poll]! : pageOf(after);
    // the ETag belongs to the path of its request; if the path has changed since, the ETag is useless
    if (path === paths[poll]) etags[poll] = /\r\netag: (\S+)/i.exec(answer)?.[1] ?? '';
    else etags[poll] = '';
    paths[poll] = path;
  };

  const send = (poll: number) => {
    socket.write(getRequest(paths[poll]!, { cookie, ...(etags[poll] && { 'if-none-match': etags[poll] }) }));
  };

  for (const [poll, { every }] of POLLS.entries()) {
    let due = performance.now() + Math.random() * every;
    const ask = () => {
      if (performance.now() > end) return;
      // like the web app, does not repeat a poll that is not answered yet
      if (!waiting.some((other) => other.poll === poll)) {
        waiting.push({ poll, due: Math.min(due, performance.now()) }); // a timer may fire a little early
        if (waiting.length === 1) send(poll);
      }
      due += every;
      setTimeout(ask, Math.max(0, due - performance.now()));
    };
    setTimeout(ask, Math.max(0, due - performance.now()));
  }
  setTimeout(() => socket.end(), end - performance.now() + 1_000);
  await closed.promise;
}
