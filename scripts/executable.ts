import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ROOT, say } from './setup';

export type Target = { os: 'linux' | 'darwin' | 'windows'; cpu: 'x64' | 'arm64' };

export const HERE: Target = {
  os: process.platform === 'win32' ? 'windows' : (process.platform as 'linux' | 'darwin'),
  cpu: process.arch as Target['cpu'],
};

const ENTRIES = ['src/main.ts', ...new Bun.Glob('src/**/*-worker.ts').scanSync(ROOT)].map((file) =>
  join(ROOT, file),
);
const LIBRARY = { linux: 'vec0.so', darwin: 'vec0.dylib', windows: 'vec0.dll' };

/**
 * Makes one executable of what is in src, db/migrations and dist/web. It replaces `outfile` only when it is done,
 * and, where it can be run, has been seen to start. Ends the process if it cannot.
 */
export async function buildExecutable(outfile: string, target: Target) {
  const { os, cpu } = target;
  const library = join(ROOT, `node_modules/sqlite-vec-${os}-${cpu}`, LIBRARY[os]);
  if (!existsSync(library)) say(`${outfile} will have no search by meaning: ${library} is not there.`);
  const partial = join(dirname(outfile), `.building-${process.pid}${os === 'windows' ? '.exe' : ''}`);
  const { success, logs } = await Bun.build({
    entrypoints: ENTRIES,
    naming: { entry: '[name].[ext]' }, // a worker is found beside whoever starts it
    target: 'bun',
    format: 'esm', // bytecode with top-level await needs it
    bytecode: true,
    minify: { whitespace: true, syntax: true, identifiers: false }, // stack traces keep their names
    define: { 'process.env.NODE_ENV': '"production"' },
    throw: false,
    compile: {
      outfile: partial,
      ...(!isHere(target) && { target: `bun-${os}-${cpu}` }),
      assets: [
        join(ROOT, 'dist/web'),
        join(ROOT, 'db/migrations'),
        ...(existsSync(library) ? [library] : []),
      ],
      autoloadBunfig: false, // the folder it is started in is not its repository; its .env is its operator's
    },
  });
  if (!success) fail(`${logs.join('\n')}\n${outfile} could not be built.`);
  renameSync(partial, outfile); // an executable that is running cannot be written to
  if (isHere(target)) prove(outfile);
}

/** What has been built must at least start. */
function prove(executable: string) {
  const { success } = Bun.spawnSync([executable, '--version'], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (success) return;
  rmSync(executable);
  fail(`${executable} does not start.`);
}

export function isHere({ os, cpu }: Target) {
  return os === HERE.os && cpu === HERE.cpu;
}

if (import.meta.main) {
  const [outfile = '', os, cpu] = process.argv.slice(2);
  await buildExecutable(outfile, { os, cpu } as Target);
}
