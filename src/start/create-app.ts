import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Db, onEffectError } from '../../db/open';
import { closeLog, emptyLog } from '../../db/write-ahead-log';
import type { App } from '../app/app';
import type { Config } from '../app/config/config';
import { keepOwner, openDataDir, openDataDirToRead } from '../app/data-folder/data-folder';
import type { Lock } from '../app/data-folder/lock';
import type { Embedder } from '../app/embedder';
import { createFaults } from '../app/faults';
import { Hub } from '../app/hub';
import { createLog } from '../app/log';
import type { Mailer } from '../app/mailer';
import type { Web } from '../app/web';
import { createGateway } from '../outside/gateways';
import { huggingFace } from '../outside/huggingface';
import { readDkimKey } from '../outside/mail/dkim';
import { smtpMailer } from '../outside/mail/smtp-mailer';
import { noWeb } from '../outside/no-web';
import { simulatorMailer } from '../outside/simulator/mailbox';
import { createWeb } from '../outside/web';
import { englishModel } from '../search/embedding/english-model';
import { keepIndex } from '../search/index/indexing';
import { onIndexDamage } from '../search/index/mending';

export function createApp(
  config: Config,
  {
    now = Date.now,
    serving = false,
    held,
    reader = null,
    web = config.demo ? noWeb : createWeb({ allow: config.previewAllow, hooks: config.webhookAllow }),
    embedders = embeddersOf(config),
  }: {
    now?: () => number;
    serving?: boolean;
    held?: Lock;
    reader?: App['reader'];
    web?: Web;
    embedders?: Embedder[];
  } = {},
): App {
  const dataDir = resolve(config.dataDir);
  const { db, secret, lock } = reader
    ? openDataDirToRead(dataDir)
    : openDataDir(dataDir, { serving, held }, keepIndex);
  if (config.demo) limitDatabase(db, config.demo.databaseBytes);
  const log = createLog(config.logLevel);
  const connect = ({ line, phoneNumber }: Pick<Config, 'line' | 'phoneNumber'>) =>
    createGateway(line, {
      db,
      phoneNumber,
      country: config.defaultCountry,
      publicUrl: () => app.publicUrl,
      now,
    });
  const app: App = {
    config,
    db,
    web,
    log,
    faults: createFaults(log, now),
    now,
    secret,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    simulatorUrl: null,
    reader,
    hub: new Hub(),
    wakeOutbox: () => {},
    wakeMails: () => {},
    wakeHooks: () => {},
    wakeMedia: () => {},
    wakeQuestions: () => {},
    wakeImports: () => {},
    stopping: false,
    sms: connect(config),
    formerLines: config.formerLines.map((former) => ({ ...former, gateway: connect(former) })),
    mailer: createMailer(config, db, now),
    embedders,
    onClose: [],
    close() {
      app.stopping = true;
      for (const end of app.onClose) end();
      for (const embedder of app.embedders) embedder.close();
      if (reader) return db.$client.close();
      try {
        db.run(sql`pragma optimize`);
      } catch {
        // this failure does no harm, and the health checks report its cause: a full disk or a damaged table
      }
      emptyLog(db);
      closeLog(db);
      db.$client.close();
      keepOwner(config.dataDir);
      lock?.release();
    },
  };
  onIndexDamage(db, (tables, err) =>
    err
      ? app.log.error({ err }, 'the search index is damaged and could not be replaced; search does not work')
      : app.log.warn({ tables }, 'the search index was damaged; it was emptied and is built again'),
  );
  onEffectError(db, (error) => app.faults.report(error, 'an effect of a committed change failed'));
  return app;
}

/** SQLite then refuses what would make it longer, as on a full disk. */
function limitDatabase(db: Db, bytes: number): void {
  const { page_size: pageSize } = db.get<{ page_size: number }>(sql`pragma page_size`);
  db.run(sql.raw(`pragma max_page_count = ${Math.floor(bytes / pageSize)}`));
}

function createMailer({ mail, dataDir, line }: Config, db: Db, now: () => number): Mailer | null {
  if (mail?.send) return smtpMailer(mail.send, () => readDkimKey(resolve(dataDir), mail.domain));
  return mail && line.kind === 'simulator' ? simulatorMailer(db, now) : null;
}

function embeddersOf({ embeddings, huggingFace: settings }: Config): Embedder[] {
  if (embeddings === 'off') return [];
  const remote = settings.enabled ? [huggingFace(settings)] : [];
  return embeddings === 'remote' ? remote : [...remote, englishModel()];
}
