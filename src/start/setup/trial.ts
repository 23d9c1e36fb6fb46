import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../app/config/config';
import { DATABASE } from '../../app/data-folder/data-folder';
import { isServed } from '../../app/data-folder/lock';
import { UNSIGNED } from '../../app/gateway';
import { bad, type Finding } from '../../contract/health';
import { listenError } from '../../http/routes';
import { checkHealth, examineMail } from '../../operators/health/health';
import { createApp } from '../create-app';

export type Trial = { findings: Finding[]; canRepair: boolean };

/** Creates no data: if there is no data, the checks run in a temporary folder. */
export async function tryOut(
  config: Config,
  { repair = false, signal = new AbortController().signal }: { repair?: boolean; signal?: AbortSignal } = {},
): Promise<Trial> {
  const folders = checkFolders(config);
  if (folders.length > 0) return { findings: folders, canRepair: false };
  const isNew = !existsSync(join(config.dataDir, DATABASE));
  const dataDir = isNew
    ? mkdtempSync(join(existingFolder(config.dataDir), '.tagline-setup-'))
    : config.dataDir;
  const app = createApp({ ...config, dataDir, logLevel: 'silent' }, { embedders: [] });
  const answering = answerMeanwhile(config);
  const end = () => {
    signal.removeEventListener('abort', end);
    answering.stop();
    app.close();
    if (isNew) rmSync(dataDir, { recursive: true, force: true });
  };
  signal.addEventListener('abort', end);
  try {
    const { sms } = app;
    // if the repair fails, `examine` finds the reason
    const gateway = (repair && (await sms.repair?.().catch(() => null))) || (await sms.examine());
    const others = signal.aborted ? [] : [...(await examineMail(app)), ...checkHealth(app)].filter(isShown);
    return { findings: [...gateway, ...answering.findings, ...others], canRepair: Boolean(sms.repair) };
  } finally {
    if (!signal.aborted) end();
  }
}

/** Bad findings do, and so do notices about the line (our number at the gateway). */
const isShown = ({ state, name }: Finding) => state === 'bad' || (state === 'notice' && name === 'Line');

/**
 * The check of the public URL sends an empty request without a signature, which gets the same answer as from
 * a server.
 */
function answerMeanwhile({ port, host, dataDir }: Config) {
  if (port === 0 || isServed(dataDir)) return { findings: [], stop() {} };
  try {
    const server = Bun.serve({
      port,
      hostname: host,
      async fetch(request) {
        const isEmpty = (await request.text()) === '';
        return isEmpty
          ? Response.json({ error: UNSIGNED.refused }, { status: 403 })
          : new Response(null, { status: 503, headers: { 'retry-after': '60' } });
      },
    });
    return { findings: [], stop: () => void server.stop(true) };
  } catch (error) {
    const { message } = listenError(error, `PORT ${port} on HOST ${host}`);
    return { findings: [bad('Port', message)], stop() {} };
  }
}

function checkFolders({ dataDir, backupDir }: Config): Finding[] {
  const folders = { DATA_DIR: dataDir, ...(backupDir && { BACKUP_DIR: backupDir }) };
  return Object.entries(folders).flatMap(([name, folder]) => {
    try {
      accessSync(existingFolder(folder), constants.W_OK);
      return [];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return [
        bad(
          name === 'DATA_DIR' ? 'Data folder' : 'Backups',
          `${name} ${folder} cannot be written (${code}) by the user who runs this. Name another folder, or give it to that user.`,
        ),
      ];
    }
  });
}

function existingFolder(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) ? join(path, '/') : existingFolder(dirname(path));
}
