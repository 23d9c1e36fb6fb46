import { readConfig } from '../../src/app/config/config';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import { startOutboxWorker } from '../../src/outbox/worker';
import { createApp } from '../../src/start/create-app';

const app = createApp(readConfig(process.env));
const worker = startOutboxWorker(app, { lookUpAfter: 300 });
const isWorkLeft = () =>
  app.db.$client
    .query(
      "select 1 from outbox where state in ('queued', 'sending') union select 1 from broadcasts where state = 'sending'",
    )
    .get() !== null;
while (isWorkLeft()) {
  continueBroadcast(app);
  await Bun.sleep(20);
}
await worker.stop();
process.exit(0);
