import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outbox } from '../../db/schema';
import { type App, createApp } from '../../src/app';
import { readConfig } from '../../src/config';
import { createWeb } from '../../src/outside/web';
import { type Clock, startClock } from './clock';

export type TestApp = App & {
  clock: Clock;
  /** What has been written to be sent, oldest first, whether or not a worker has sent it yet. */
  outbox(phone?: string): { phone: string; body: string; kind: string; state: string }[];
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * The whole application on a database file in a folder of its own, with the phone simulator unless `env` says
 * otherwise: `await using app = testApp()`. Nothing is sent and nobody listens; see `testServer` for that.
 */
export function testApp(env: Record<string, string> = {}): TestApp {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagline-'));
  const clock = startClock();
  const exposed: Record<string, string> = env.PUBLIC_URL ? { SMS_SIMULATOR_EXPOSED: '1' } : {};
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...exposed, ...env });
  const app = createApp(config, {
    now: clock.now,
    // links in messages are looked at; a name on the web is nobody's here
    web: createWeb({ allow: config.previewAllow, resolve: async () => [] }),
  });
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
