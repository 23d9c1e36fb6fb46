import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { modelPath } from '../src/search/embedding/packed-model';
import { withoutOtherLanguagesOfZod, withoutUnusedParts, withPackedData } from './build-plugins';
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
 * Builds one executable from src and dist/web, and replaces `outfile` with it. Starts it once
 * if it is for this platform. Ends the process with exit code 1 if the build fails or the executable does not
 * start.
 */
export async function buildExecutable(outfile: string, target: Target) {
  const { os, cpu } = target;
  const library = join(ROOT, `node_modules/sqlite-vec-${os}-${cpu}`, LIBRARY[os]);
  if (!existsSync(library)) say(`${outfile} will have no search by meaning: ${library} does not exist.`);
  if (!existsSync(modelPath())) say(`${outfile} will have no English model.`);
  const folder = join(dirname(outfile), `.building-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const partial = join(folder, basename(outfile)); // the file holds its name, which must be the same in each build
  const { success, logs } = await Bun.build({
    entrypoints: ENTRIES,
    naming: { entry: '[name].[ext]' }, // Bun looks for a worker in the folder of the file that starts it
    target: 'bun',
    format: 'esm', // bytecode with top-level await requires this format
    splitting: true, // otherwise whatever a late module imports from Node would be loaded at the start
    bytecode: true,
    minify: { whitespace: true, syntax: true, identifiers: false }, // keeps function names in stack traces
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [withoutUnusedParts, withoutOtherLanguagesOfZod, withPackedData],
    throw: false,
    compile: {
      outfile: partial,
      ...(!isHere(target) && { target: `bun-${os}-${cpu}` }),
      assets: [join(ROOT, 'dist/web'), ...[library, modelPath()].filter(existsSync)],
      autoloadBunfig: false, // ignores a bunfig.toml in the current folder, but still reads a .env file there
    },
  });
  if (success) renameSync(partial, outfile); // a running executable cannot be overwritten, only replaced
  rmSync(folder, { recursive: true });
  if (!success) fail(`${logs.join('\n')}\n${outfile} could not be built.`);
  if (isHere(target)) startOnce(outfile);
}

function startOnce(executable: string) {
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
  const [outfile = '', os = HERE.os, cpu = HERE.cpu] = process.argv.slice(2);
  await buildExecutable(outfile, { os, cpu } as Target);
}
