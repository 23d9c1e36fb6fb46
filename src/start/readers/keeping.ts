import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import { type ReaderState, readersOf } from '../../app/readers';
import { countersOf } from '../../http/counters';
import { startReader } from '../../outside/readers/process';
import { addUses, seenSessions } from '../../people/auth/devices';
import { usedTokens } from '../../people/auth/tokens';
import type { FromReader, FromWriter, Given } from './messages';

const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [100, 30_000];
/** After so long, the next pause is the shortest again. */
const STEADY_MS = 60_000;
const WATCH_EVERY_MS = 1_000;
/** Numbers of watches: a clock would also count the time in which this process stood still. */
const [HANGS_AFTER, STARTS_WITHIN] = [10, 30];
const UNREAD_MAX = 1_000;
const STOPS_WITHIN_MS = 4_500;

type Child = Pick<ReturnType<typeof startReader<FromReader, FromWriter>>, 'exited' | 'kill' | 'send'>;
type Start = (given: Given, onMessage: (message: FromReader) => void) => Child;

/** Starts a reader, and starts it again when it ends, until `stop` is called. */
export function keepReader(
  app: App,
  given: Given,
  onChange: () => void,
  start: Start = startReader<FromReader, FromWriter>,
) {
  const state: ReaderState = {
    ...{ number: given.number, isUp: false, starts: 0, problem: null },
    ...{ sockets: 0, bytes: 0, cpuSeconds: 0 },
  };
  readersOf(app).list.push(state);
  const stopping = Promise.withResolvers<void>();
  let stopped = false;
  let child: Child | null = null;
  let watchesLeft = 0;
  let hangs = false;
  /** Numbers of events since the start of the process. */
  let sent = 0;
  let got = 0;
  let hasMissed = false;

  function take(message: FromReader): void {
    if ('charges' in message) {
      charge(app, message.charges);
      return;
    }
    watchesLeft = HANGS_AFTER;
    got = message.got;
    if (hasMissed && got === sent) {
      hasMissed = false;
      child?.send({ missed: true });
    }
    const { sockets, bytes, cpuSeconds } = message;
    const isNew = !state.isUp;
    Object.assign(state, { isUp: true, sockets, bytes, cpuSeconds });
    if (isNew) onChange();
    addUses(seenSessions(app), message.sessions);
    addUses(usedTokens(app), message.tokens);
    countersOf(app).add(message.counted);
    if (message.faults > 0) app.faults.addElsewhere(message.faults);
  }

  const watch = setInterval(() => {
    if (!child || --watchesLeft > 0) return;
    hangs = true;
    child.kill();
  }, WATCH_EVERY_MS);

  async function run(): Promise<void> {
    [watchesLeft, hangs, sent, got, hasMissed] = [STARTS_WITHIN, false, 0, 0, false];
    state.starts += 1;
    try {
      child = start(given, take);
      const code = await child.exited;
      state.problem = hangs ? 'It did not answer, and was ended.' : `It ended with code ${code}.`;
    } catch (error) {
      state.problem = (error as Error).message;
    }
    child = null;
    Object.assign(state, { isUp: false, sockets: 0, bytes: 0, cpuSeconds: 0 });
    onChange();
    if (!stopped) app.log.error({ reader: given.number, problem: state.problem }, 'a reader has ended');
  }

  const loop = (async () => {
    for (let pause = PAUSE_MIN_MS; !stopped; pause = Math.min(2 * pause, PAUSE_MAX_MS)) {
      const began = performance.now();
      await run();
      if (performance.now() - began > STEADY_MS) pause = PAUSE_MIN_MS;
      if (!stopped) await Promise.race([Bun.sleep(pause), stopping.promise]);
    }
    clearInterval(watch);
  })();

  return {
    announce(event: number): void {
      if (!state.isUp) return;
      hasMissed ||= sent - got >= UNREAD_MAX;
      if (hasMissed) return; // told once it has read the others
      sent += 1;
      child?.send({ event });
    },
    async stop(): Promise<void> {
      stopped = true;
      stopping.resolve();
      child?.send({ stop: true });
      if (await Promise.race([loop.then(() => true), Bun.sleep(STOPS_WITHIN_MS)])) return;
      child?.kill();
      await loop;
    },
  };
}

/** The reader has looked before whether there was room. */
function charge(app: App, all: Parameters<typeof chargeRateLimits>[1][]): void {
  for (const charges of all)
    try {
      chargeRateLimits(app, charges);
    } catch (error) {
      if (!(error instanceof VisibleError)) app.faults.report(error, 'a read was not counted');
    }
}
