import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { modelPath } from '../src/search/embedding/packed-model';
import { withoutOtherLanguagesOfZod, withoutUnusedParts, withPackedData } from './build-plugins';
import { NOTICES } from './release/notices-file';
import { HERE, isHere, nameOf, TARGETS, type Target, vectorLibrary } from './release/targets';
import { fail, ROOT, say } from './setup';

// sorted, because the order in which a disk lists them is in the file
const ENTRIES = ['src/main.ts', ...[...new Bun.Glob('src/**/*-worker.ts').scanSync(ROOT)].sort()].map(
  (file) => join(ROOT, file),
);

export const BUNDLE = {
  entrypoints: ENTRIES,
  target: 'bun',
  format: 'esm', // bytecode with top-level await requires this format
  splitting: true, // otherwise whatever a late module imports from Node would be loaded at the start
  define: {
    'process.env.NODE_ENV': '"production"',
    // packages look for files beside them there, of which we use none; otherwise it is the folder of the build
    __dirname: '"/"',
    __filename: '"/"',
  },
  plugins: [withoutUnusedParts, withoutOtherLanguagesOfZod, withPackedData],
  throw: false,
} satisfies Partial<Bun.BuildConfig>;

/**
 * Builds one executable from src and dist/web, and replaces `outfile` with it. Starts it once
 * if it is for this platform. Ends the process with exit code 1 if the build fails or the executable does not
 * start.
 */
export async function buildExecutable(outfile: string, target: Target) {
  const library = vectorLibrary(target);
  if (!existsSync(library)) say(`${outfile} will have no search by meaning: ${library} does not exist.`);
  if (!existsSync(modelPath())) say(`${outfile} will have no English model.`);
  if (!existsSync(NOTICES)) say(`${outfile} will have no notices of licenses.`);
  const folder = join(dirname(outfile), '.building');
  mkdirSync(folder, { recursive: true });
  const partial = join(folder, basename(outfile)); // the file holds its name, which must be the same in each build
  const { success, logs } = await Bun.build({
    ...BUNDLE,
    naming: { entry: '[name].[ext]' }, // Bun looks for a worker in the folder of the file that starts it
    bytecode: true,
    minify: { whitespace: true, syntax: true, identifiers: false }, // keeps function names in stack traces
    compile: {
      outfile: partial,
      ...(!isHere(target) && { target: `bun-${nameOf(target)}` as Bun.Build.CompileTarget }),
      assets: [
        ...oneByOne(join(ROOT, 'dist/web'), folder),
        ...[library, modelPath(), NOTICES].filter(existsSync),
      ],
      autoloadBunfig: false, // ignores a bunfig.toml in the current folder, but still reads a .env file there
    },
  });
  if (success) renameSync(partial, outfile); // a running executable cannot be overwritten, only replaced
  rmSync(folder, { recursive: true });
  if (!success) fail(`${logs.join('\n')}\n${outfile} could not be built.`);
  if (isHere(target)) startOnce(outfile);
}

/** Bun packs the files of a folder in the order of the disk, so each gets a folder of its own, of the same name. */
function oneByOne(folder: string, into: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path, number) => {
      const alone = join(into, String(number), basename(folder));
      cpSync(join(folder, path), join(alone, path), { recursive: true });
      return alone;
    });
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

if (import.meta.main) {
  const [outfile = '', name = nameOf(HERE)] = process.argv.slice(2);
  const target = [HERE, ...TARGETS].find((target) => nameOf(target) === name);
  if (!target) fail(`There is no platform ${name}, only ${TARGETS.map(nameOf).join(', ')}.`);
  await buildExecutable(outfile, target);
}
