import { createApp } from './app';
import { startChores } from './chores';
import { ConfigError, readConfig } from './config';
import { serve } from './http/server';
import { startWorker } from './outbox/worker';
import { TEST_PHONES } from './texting/simulator';

const STOP_WITHIN_MS = 5_000;

try {
  start();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

function start() {
  const app = createApp(readConfig(process.env));
  const server = serve(app);
  const worker = startWorker(app);
  const chores = startChores(app);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await Promise.race([
      Promise.all([server.stop(), worker.stop(), chores.stop()]),
      Bun.sleep(STOP_WITHIN_MS),
    ]);
    app.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const { productName, phoneNumber, gateway } = app.config;
  console.log(`${productName} is at ${app.publicUrl}`);
  if (gateway === 'simulator') {
    console.log(`The phone simulator is at ${app.publicUrl}/phone (no text leaves this machine)`);
    const operator = TEST_PHONES.find(({ phone }) => app.config.adminPhones.includes(phone));
    if (operator) console.log(`The operator is the test number ${operator.phone} (${operator.name})`);
  } else console.log(`Texts go through Twilio; people text ${phoneNumber}`);
}
