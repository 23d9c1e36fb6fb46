import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildExecutable, HERE } from './executable';
import { buildWebIfStale, fail, install, ROOT, say } from './setup';

/**
 * `bun scripts/prove-guide.ts [FOLDER]`: follows docs/operations.md on a new Debian, with its own systemd,
 * nginx and Caddy (scripts/guide/steps.ts). Needs root on Linux, debootstrap and systemd-nspawn. FOLDER keeps
 * the Debian for the next run; changes that this run makes to the Debian stay in memory only. The Debian has
 * no network but its own loopback. Takes a few minutes, and ends with a table. The exit code is 1 if a step
 * failed.
 */

const [FOLDER = '/var/tmp/tagline-guide'] = process.argv.slice(2);
const SOURCE = '/opt/tagline-source';
const BASE = 'systemd,systemd-sysv,sudo,ca-certificates,openssl';
const PROXIES = ['nginx', 'certbot', 'caddy'];
/** File in FOLDER that exists if the Debian there is complete. */
const COMPLETE = join(FOLDER, 'complete');
const BOOT_MS = 60_000;
const PROOF_MS = 600_000;

if (process.platform !== 'linux' || process.getuid?.() !== 0) fail('This proof needs root on Linux.');
for (const tool of ['debootstrap', 'systemd-nspawn', 'nsenter'])
  if (!Bun.which(tool)) fail(`This proof needs ${tool}: apt-get install debootstrap systemd-container.`);
install();
buildWebIfStale();
say('Building the executable ...');
await buildExecutable(join(ROOT, 'dist/tagline'), HERE);
if (!existsSync(COMPLETE)) await installDebian();

say('Booting ...');
const debian = Bun.spawn(
  [
    'systemd-nspawn',
    ...[
      '--quiet',
      '--directory',
      FOLDER,
      '--volatile=overlay',
      '--private-network',
      '--hostname=notes',
      '--console=pipe',
    ],
    ...[
      '--register=no',
      '--keep-unit',
      `--bind-ro=${ROOT}:${SOURCE}`,
      `--bind-ro=${process.execPath}:/opt/bun`,
    ],
    '--boot',
  ],
  { stdio: ['ignore', 'ignore', 'ignore'] },
);
let code: number;
try {
  const inside = ['nsenter', '--target', await findInit(debian.pid), '--all'];
  code = await run([...inside, '/opt/bun', join(SOURCE, 'scripts/guide/steps.ts')], PROOF_MS);
} finally {
  debian.kill();
  await debian.exited;
}
process.exit(code);

/** Installs Debian with both proxies into FOLDER. The proxies are not started. */
async function installDebian() {
  say(`Installing Debian into ${FOLDER} ...`);
  const policy = join(FOLDER, 'usr/sbin/policy-rc.d');
  const installed =
    (await run(['debootstrap', '--variant=minbase', `--include=${BASE}`, 'bookworm', FOLDER])) === 0 &&
    (await Bun.write(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })) > 0 &&
    (await run(['chroot', FOLDER, 'apt-get', 'install', '-qy', '--no-install-recommends', ...PROXIES])) === 0;
  if (!installed) fail(`Debian could not be installed. Remove ${FOLDER}, and run this again.`);
  rmSync(policy);
  await Bun.write(COMPLETE, '');
}

/** Waits until the Debian in systemd-nspawn has booted, and returns the process id of its systemd. */
async function findInit(nspawn: number): Promise<string> {
  let init = '';
  await until(async () => {
    [init = ''] = readFileSync(`/proc/${nspawn}/task/${nspawn}/children`, 'utf8').split(' ');
    return init !== '' && readFileSync(`/proc/${init}/comm`, 'utf8').trim() === 'systemd';
  });
  await until(async () =>
    /running|degraded/.test(await outputOf(['nsenter', '-t', init, '-a', 'systemctl', 'is-system-running'])),
  );
  return init;
}

async function until(look: () => Promise<boolean>) {
  const deadline = Date.now() + BOOT_MS;
  while (!(await look())) {
    if (Date.now() > deadline || debian.exitCode !== null) throw new Error('The Debian did not boot.');
    await Bun.sleep(200);
  }
}

async function outputOf(command: string[]): Promise<string> {
  const program = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'ignore'] });
  return (await new Response(program.stdout).text()).trim();
}

async function run(command: string[], timeout?: number): Promise<number> {
  return Bun.spawn(command, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout,
  }).exited;
}
