import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { tempFolder } from '../../tests/support/folder';
import { startProcess } from '../process';
import { runnerFor } from './foreign';
import { programOf, type Target, vectorLibrary } from './targets';

/**
 * Serves with the executable in an empty folder, asks for its health, a page and its licenses, and loads the extension
 * for vectors into its SQLite. Returns `started`, or why it could not be started here. Throws if that fails.
 */
export async function startOnce(target: Target, file: string): Promise<string> {
  using folder = tempFolder(tmpdir());
  const program = programOf(target);
  const command = runnerFor(target, folder.path, program);
  if (!Array.isArray(command)) return `not started: ${command.reason}`;
  cpSync(file, folder.file(program));
  const library = basename(vectorLibrary(target));
  cpSync(vectorLibrary(target), folder.file(library));
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', folder.path, ...command];
  const say = (args: string[], env: Record<string, string> = {}) => {
    const { stdout, stderr, success } = Bun.spawnSync([...inFolder, ...args], {
      env: { PATH: process.env.PATH, ...env },
      timeout: 120_000,
    });
    if (!success) throw new Error(`${file} ${args[0]} fails: ${stderr}${stdout}`);
    return stdout.toString();
  };
  if (!say(['licenses']).includes('libheif')) throw new Error(`${file} has no notices of licenses.`);
  const load = `new (require('bun:sqlite').Database)(':memory:').loadExtension('./${library}', 'sqlite3_vec_init')`;
  say(['-e', load], { BUN_BE_BUN: '1' });
  const server = await startProcess(inFolder, { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' });
  try {
    const ready = await fetch(`${server.url}/readyz`);
    const page = await (await fetch(server.url)).text();
    if (ready.status !== 200 || !page.includes('<title>')) throw new Error(`${file} does not serve.`);
  } finally {
    await server.stop('SIGKILL');
  }
  return 'started';
}
