import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { debianProgram, UNPACKED_ENV } from '../debian';
import { fail, ROOT, runQuietly, say } from '../setup';
import { type Packed, tarOf, zipOf } from './archive';
import { packClient } from './client-package';
import { NOTICES } from './notices-file';
import { sbomOf } from './sbom';
import { listShipped } from './shipped';
import { startOnce } from './start-once';
import { nameOf, programOf, TARGETS, type Target } from './targets';

/** Makes the files of a release, of all platforms or of those that are named. What they need is built already. */
const OUT = join(ROOT, 'dist/release');
const MB = 1_000_000;
/** The limit of the smaller archive of each platform. */
const BYTES_MAX = 60 * MB;
const GZIP = { level: 12, library: 'libdeflate' } as const;
const SHELLS = ['bash', 'zsh', 'fish'];

const names = process.argv.slice(2);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const extras = [
  read('LICENSE', join(ROOT, 'LICENSE')),
  read('THIRD-PARTY-NOTICES', NOTICES),
  ...SHELLS.flatMap((shell) => printed(`completions/tagline.${shell}`, ['completion', shell])),
  ...printed('man/tagline.1', ['man']),
];
try {
  for (const target of TARGETS.filter((target) => names.length === 0 || names.includes(nameOf(target))))
    await release(target);
  write(`tagline-${version}.cdx.json`, sbomOf(await listShipped()));
  await packClient(OUT);
} catch (error) {
  fail((error as Error).message);
}
const sums = readdirSync(OUT)
  .sort()
  .map((name) => `${sha256(readFileSync(join(OUT, name)))}  ${name}\n`);
write('SHA256SUMS', sums.join(''));

async function release(target: Target) {
  const name = nameOf(target);
  const file = join(ROOT, 'dist/executables', name, programOf(target));
  const { ok, output } = runQuietly([process.execPath, 'scripts/executable.ts', file, name]);
  if (!ok) throw new Error(output);
  const started = await startOnce(target, file);
  const files = [...extras, read(programOf(target), file, 0o755)];
  const archive = `tagline-${version}-${name}`;
  const tar = tarOf(files);
  if (target.os === 'windows') write(`${archive}.zip`, await zipOf(files));
  else write(`${archive}.tar.gz`, Bun.gzipSync(tar, GZIP));
  const small = write(`${archive}.tar.xz`, xz(tar, target));
  if (small > BYTES_MAX) throw new Error(`${archive}.tar.xz has ${small} bytes, more than ${BYTES_MAX}.`);
  const sizes = readdirSync(OUT).filter((name) => name.startsWith(`${archive}.`));
  const told = sizes.map((name) => `${name} ${(statSync(join(OUT, name)).size / MB).toFixed(1)} MB`);
  say(`${name}: ${started}; ${told.join(', ')}`);
}

/** gzip alone leaves 72 MB. What opens this: xz, and on a Debian without it apt's \`apt-helper cat-file\`. */
function xz(tar: Uint8Array<ArrayBuffer>, { cpu }: Target): Uint8Array {
  const filters = cpu === 'x64' ? ['--x86', '--lzma2=preset=9e'] : ['-9e'];
  const { stdout, success } = Bun.spawnSync([debianProgram('xz', 'xz-utils'), '-T1', ...filters], {
    stdin: tar,
    env: { ...process.env, ...UNPACKED_ENV },
  });
  if (!success) throw new Error('xz failed.');
  return stdout;
}

function read(path: string, file: string, mode = 0o644): Packed {
  return { path, mode, bytes: readFileSync(file) };
}

/** A program of an earlier version lacks the command, and then the archive lacks the file. */
function printed(path: string, args: string[]): Packed[] {
  const { success, stdout } = Bun.spawnSync([process.execPath, 'src/main.ts', ...args], { cwd: ROOT });
  return success ? [{ path, mode: 0o644, bytes: stdout }] : [];
}

function write(name: string, content: string | Uint8Array): number {
  writeFileSync(join(OUT, name), content);
  return content.length;
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}
