import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config/config';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import { startOutboxWorker } from '../../src/outbox/worker';
import { createWeb } from '../../src/outside/web';
import { createApp } from '../../src/start/create-app';

const web = createWeb({
  allow: ['127.0.0.1'],
  resolve: async () => ['127.0.0.1'],
  ca: readFileSync(join(import.meta.dir, '../outside/site.crt'), 'utf8'),
});
const app = createApp(readConfig(process.env), { web });
const worker = startOutboxWorker(app, { lookUpAfter: 300 });
const left = app.db.$client.query(
  "select 1 from outbox where state in ('pushing', 'queued', 'sending') union select 1 from broadcasts where state = 'sending'",
);
while (left.get() !== null) {
  continueBroadcast(app);
  await Bun.sleep(20);
}
await worker.stop();
process.exit(0);
