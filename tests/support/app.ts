import { rmSync } from 'node:fs';
import { outbox } from '../../db/schema';
import type { App } from '../../src/app/app';
import { readConfig } from '../../src/app/config/config';
import type { Embedder } from '../../src/app/embedder';
import { createWeb } from '../../src/outside/web';
import { createApp } from '../../src/start/create-app';
import { type Clock, startClock } from './clock';
import { createDataDir } from './data-folder';
import type { PushService } from './push-service';

export type TestApp = App & {
  clock: Clock;
  outbox(phone?: string): { phone: string; body: string; kind: string; state: string }[];
  [Symbol.asyncDispose](): Promise<void>;
};

export function testApp(
  env: Record<string, string> = {},
  embedders?: Embedder[],
  push?: Pick<PushService, 'reach'>,
): TestApp {
  const dataDir = createDataDir();
  const clock = startClock();
  const exposed: Record<string, string> = env.PUBLIC_URL ? { SMS_SIMULATOR_EXPOSED: '1' } : {};
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    PHOTO_WORDS: 'off', // reading the photos of tests would take seconds of the processor
    EMBEDDINGS: 'remote',
    ...exposed,
    ...env,
  });
  const app = createApp(config, {
    now: clock.now,
    ...(embedders && { embedders }),
    // without `push`, no host name resolves, and so the app cannot fetch previews of links
    web: createWeb(
      push?.reach ?? { allow: config.previewAllow, hooks: config.webhookAllow, resolve: async () => [] },
    ),
  });
  // the database is a copy of an older file (createDataDir); this makes it look new
  app.db.$client.run('update schema_migrations set applied_at = ?', [Date.now()]);
  return Object.assign(app, {
    clock,
    outbox(phone?: string) {
      const rows = app.db.select().from(outbox).orderBy(outbox.id).all();
      return rows
        .filter((row) => phone === undefined || row.phone === phone)
        .map(({ phone, body, kind, state }) => ({ phone, body, kind, state }));
    },
    async [Symbol.asyncDispose]() {
      app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}
