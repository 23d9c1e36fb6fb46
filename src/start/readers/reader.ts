import type { App } from '../../app/app';
import { startChores } from '../../app/chores';
import type { Config } from '../../app/config/config';
import { ConfigError } from '../../app/errors';
import type { RateLimitCharges } from '../../app/rate-limits';
import { VERSION } from '../../app/version';
import { CLOSE_CODES } from '../../contract/events';
import { countersOf } from '../../http/counters';
import { ofReader } from '../../http/readers/reads';
import { serve } from '../../http/server';
import { stopServing } from '../../http/stopping';
import { sendLiveEvent } from '../../messages/deliver';
import { seenSessions } from '../../people/auth/devices';
import { closeEndedSockets } from '../../people/auth/sessions';
import { usedTokens } from '../../people/auth/tokens';
import { takeBoot } from '../../people/versions';
import { createApp } from '../create-app';
import type { Given, Link } from './messages';

const REPORT_EVERY_MS = 1_000;
const CHECK_EVERY_MS = 500;
/** Less than the writer waits for it. */
const STOP_WITHIN_MS = 4_000;

export function runReader(config: Config, given: Given): void {
  const { app, stop } = startReading(config, given, {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  });
  const end = async () => {
    if (app.stopping) return;
    await stop();
    process.exit(0);
  };
  process.on('message', (message) => 'stop' in (message as object) && end());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  process.on('disconnect', () => process.exit(1)); // the writer was killed
}

export function startReading(config: Config, given: Given, link: Link, now?: () => number) {
  if (given.version !== VERSION)
    throw new ConfigError(`The program is now of version ${VERSION}. Restart the server.`);
  takeBoot(given.boot);
  const charges = chargesTo(link);
  const app = createApp({ ...config, port: given.port }, { now, reader: { charge: charges } });
  app.publicUrl = given.publicUrl;
  app.simulatorUrl = given.simulatorUrl;
  const server = serve(app, { reusePort: true, arrange: ofReader(app, given.socket) });
  const chores = startChores(app, [
    { name: 'close sockets of ended sessions', every: CHECK_EVERY_MS, run: closeEndedSockets },
  ]);
  let got = 0;
  link.onMessage((message) => {
    if ('missed' in message) app.hub.closeAll(CLOSE_CODES.restarting, 'Events were missed');
    if (!('event' in message)) return;
    got += 1;
    sendLiveEvent(app, message.event);
  });
  const report = reporter(app, link);
  const timer = setInterval(() => report(got), REPORT_EVERY_MS);
  report(got);
  return {
    app,
    server,
    async stop() {
      await Promise.all([stopServing(app, server, STOP_WITHIN_MS), chores.stop()]);
      clearInterval(timer);
      report(got);
      app.close();
    },
  };
}

/** Charges of one turn of the event loop go together. */
function chargesTo(link: Link) {
  let waiting: RateLimitCharges[] = [];
  return (charges: object) => {
    if (waiting.length === 0)
      setImmediate(() => {
        link.send({ charges: waiting });
        waiting = [];
      });
    waiting.push(charges as RateLimitCharges);
  };
}

function reporter(app: App, link: Link) {
  let faults = 0;
  const take = <Id, Use>(uses: Map<Id, Use>): [Id, Use][] => {
    const taken = [...uses];
    uses.clear();
    return taken;
  };
  return (got: number) => {
    const { user, system } = process.cpuUsage();
    link.send({
      got,
      sessions: take(seenSessions(app)),
      tokens: take(usedTokens(app)),
      counted: countersOf(app).take(),
      faults: app.faults.count - faults,
      sockets: app.hub.size,
      bytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
    });
    faults = app.faults.count;
  };
}
