import { createApp } from '../../src/app';
import { readConfig } from '../../src/config';
import { startWorker } from '../../src/outbox/worker';

// The outbox worker in a process of its own, to be killed. It ends when nothing is left to send.
const app = createApp(readConfig(process.env));
const worker = startWorker(app, { lookUpAfter: 300 });
const left = () =>
  app.db.$client.query("select 1 from outbox where state in ('queued', 'sending') limit 1").get() !== null;
while (left()) await Bun.sleep(20);
await worker.stop();
process.exit(0);
