import { continueBroadcast } from '../../src/admin/broadcast-queue';
import { createApp } from '../../src/app';
import { readConfig } from '../../src/config';
import { startOutboxWorker } from '../../src/outbox/worker';

// The outbox worker and a broadcast in a process of their own, to be killed. It ends when nothing is left to send.
const app = createApp(readConfig(process.env));
const worker = startOutboxWorker(app, { lookUpAfter: 300 });
const left = () =>
  app.db.$client
    .query(
      "select 1 from outbox where state in ('queued', 'sending') union select 1 from broadcasts where state = 'sending'",
    )
    .get() !== null;
while (left()) {
  continueBroadcast(app);
  await Bun.sleep(20);
}
await worker.stop();
process.exit(0);
