import type { App } from '../app/app';
import { startChores } from '../app/chores';
import type { Config } from '../app/config/config';
import type { MailConfig } from '../app/config/mail';
import type { Target } from '../app/config/replica';
import { isServedAlready, unreliableFileSystem } from '../app/data-folder/data-folder';
import { emptyDemo } from '../app/data-folder/demo';
import { waitForLock } from '../app/data-folder/lock';
import { refuseUnfinishedSwap } from '../app/data-folder/swap';
import { ConfigError } from '../app/errors';
import { createLog } from '../app/log';
import { heldLease } from '../app/owner';
import { readersWanted } from '../app/readers';
import { keepReserve } from '../app/reserve';
import { maskPhone } from '../contract/people';
import { serve as listen } from '../http/server';
import { serveSimulator } from '../http/simulator';
import { stopServing } from '../http/stopping';
import { startOutboxWorker } from '../outbox/worker';
import { examineProvider } from '../outside/oidc/provider';
import { listOperators } from '../people/operators';
import { TEST_PHONES } from '../texting/simulator';
import { CHORES } from './chores';
import type { Outcome } from './command-line';
import { createApp } from './create-app';
import { onEndOfNpx } from './npx';
import { upgradeIfNeeded } from './upgrade';

const RESERVE_EVERY_MS = 60_000;
/** Milliseconds for which a stopping server waits for requests, texts and background jobs (chores) to end. */
const STOP_WITHIN_MS = 5_000;

/** `stop` resolves with false if something may have been left, or is not in the copy. */
export type RunningServer = { app: App; stop(): Promise<boolean> };

export async function serve(
  config: Config,
  { byCell, ...options }: { byNpm: boolean; byCell: boolean },
): Promise<Outcome> {
  const lease = byCell ? await import('./cell/lease-pipe') : null;
  await lease?.readLease();
  const running = await start(config);
  lease?.sayAlive();
  return serveUntilSignal(running, options);
}

export async function start(config: Config): Promise<RunningServer> {
  if (config.cell.lease && !heldLease())
    throw new ConfigError(
      'LEASE is set: start `tagline cell`, which starts the server when it has the lease.',
    );
  const log = createLog(config.logLevel);
  refuseUnfinishedSwap(config.dataDir);
  const onWait = () => log.info('waiting for the server that uses DATA_DIR to end');
  const held = await waitForLock(config.dataDir, { onWait });
  if (!held) throw isServedAlready(config.dataDir);
  try {
    if (config.demo) emptyDemo(config.dataDir);
    await upgradeIfNeeded(config, log);
  } catch (error) {
    held.release();
    throw error;
  }
  const app = createApp(config, { serving: true, held });
  const fileSystem = unreliableFileSystem(config.dataDir);
  if (fileSystem) app.log.warn({ fileSystem }, 'DATA_DIR is on a file system that can lose data');
  const readers = readersWanted(config) > 0 ? await import('./readers/readers') : null;
  if (config.readers > 0 && !readers) app.log.warn('READERS does nothing on this system: it needs Linux');
  const server = readers ? await readers.listenBeside(app) : listen(app);
  const simulator = serveSimulator(app, server);
  const reading = readers?.startReaders(app, server);
  const worker = startOutboxWorker(app);
  const chores = startChores(app, CHORES);
  const mails = app.config.mail && (await startMails(app, app.config.mail));
  void warnOfProvider(app);
  const copies = app.config.replica.target && (await startCopies(app, app.config.replica.target));
  keepReserve(app);
  const reserve = setInterval(() => keepReserve(app), RESERVE_EVERY_MS);
  return {
    app,
    async stop() {
      clearInterval(reserve);
      const stopped = [
        stopServing(app, reading?.port ?? server, STOP_WITHIN_MS),
        reading?.stop(),
        simulator?.stop(),
        mails?.stop(),
        worker.stop(),
        chores.stop(),
      ];
      const areStopped = Promise.all(stopped).then(() => true);
      const isDone = await Promise.race([areStopped, Bun.sleep(STOP_WITHIN_MS)]);
      const isCopied = copies ? await copies.stop() : true; // last, so that all is in the copy
      app.close();
      return isDone === true && isCopied;
    },
  };
}

/** A provider that is away keeps nobody out: people sign in with codes meanwhile. */
async function warnOfProvider(app: App): Promise<void> {
  const [finding] = await examineProvider(app);
  if (finding?.state === 'bad')
    app.log.warn({ advice: finding.advice }, 'the identity provider cannot be used');
}

/** Loaded only if mails come, because it would take memory. */
const startMails = async (app: App, mail: MailConfig) =>
  mail.listen || mail.imap ? (await import('../texting/mail/lines')).startMailLines(app, mail) : null;

const startCopies = async (app: App, target: Target) =>
  (await import('../operators/copies/copying')).startCopies(app, target);

export function serveUntilSignal({ app, stop }: RunningServer, { byNpm = false } = {}): Outcome {
  const end = async () => {
    if (app.stopping) return;
    const isHandedOver = await stop();
    process.exit(isHandedOver || !app.config.cell.lease ? 0 : 1); // tagline cell reads it
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (byNpm) onEndOfNpx(end);
  return { ...greeting(app), keepsRunning: true };
}

function greeting(app: App): Outcome {
  const { config, sms, publicUrl: url, simulatorUrl } = app;
  const { productName, phoneNumber, simulatorExposed } = config;
  const { kind: gateway } = config.line;
  const address = `${productName} is at ${url}`;
  if (sms.can.reachPeople) {
    const operators = listOperators(app).map(maskPhone);
    const lines = [
      address,
      `Texts go through ${sms.label}; people text ${phoneNumber}`,
      operators.length > 0 ? `Operators: ${operators.join(', ')}` : 'There is no operator: set ADMIN_PHONES',
    ];
    return { say: lines.join('\n'), data: { url, gateway, phoneNumber, operators } };
  }
  if (config.demo) {
    const { visitors } = config.demo;
    const say = `${address}\nIt is a demo for up to ${visitors} visitors at once: nothing is sent, and nothing is kept`;
    return { say, data: { url, gateway, phoneNumber, visitors } };
  }
  const simulator = `${simulatorUrl}/phone`;
  const operator = TEST_PHONES.find(({ phone }) => config.adminPhones.includes(phone));
  const exposed = `SMS_SIMULATOR_EXPOSED is set: whoever can open ${simulator} reads every verification code and can sign in as anybody, operators included.`;
  const lines = [
    address,
    `The phone simulator is at ${simulator} (no text leaves this machine)`,
    ...(operator ? [`The operator is the test number ${operator.phone} (${operator.name})`] : []),
    ...(simulatorExposed ? [inRed(exposed)] : []),
  ];
  return {
    say: lines.join('\n'),
    data: { url, gateway, phoneNumber, simulator, simulatorExposed, operator: operator?.phone ?? null },
  };
}

const inRed = (line: string) => (Bun.enableANSIColors ? `\x1b[1;31m${line}\x1b[0m` : line);
