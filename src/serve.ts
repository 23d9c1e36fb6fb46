import { createApp } from './app';
import { startChores } from './chores';
import type { Config } from './config';
import { unreliableFileSystem } from './data-folder';
import { serve as listen } from './http/server';
import { stopServing } from './http/stopping';
import { startOutboxWorker } from './outbox/worker';
import { TEST_PHONES } from './texting/simulator';

/** Milliseconds for which a stopping server waits for requests, texts and chores to end. */
const STOP_WITHIN_MS = 5_000;

/** Starts a server that stops at SIGTERM or SIGINT. Returns the lines to print, such as its address. */
export function serve(config: Config): string[] {
  const app = createApp(config, { serving: true });
  const fileSystem = unreliableFileSystem(config.dataDir);
  if (fileSystem) app.log.warn({ fileSystem }, 'DATA_DIR is on a file system that can lose data');
  const server = listen(app);
  const worker = startOutboxWorker(app);
  const chores = startChores(app);

  const stop = async () => {
    if (app.stopping) return;
    const stopped = [stopServing(app, server, STOP_WITHIN_MS), worker.stop(), chores.stop()];
    await Promise.race([Promise.all(stopped), Bun.sleep(STOP_WITHIN_MS)]);
    app.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const { productName, phoneNumber, gateway, adminPhones } = config;
  const operator = TEST_PHONES.find(({ phone }) => adminPhones.includes(phone));
  return gateway === 'simulator'
    ? [
        `${productName} is at ${app.publicUrl}`,
        `The phone simulator is at ${app.publicUrl}/phone (no text leaves this machine)`,
        ...(operator ? [`The operator is the test number ${operator.phone} (${operator.name})`] : []),
      ]
    : [`${productName} is at ${app.publicUrl}`, `Texts go through Twilio; people text ${phoneNumber}`];
}
