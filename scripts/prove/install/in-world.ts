import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../../../package.json';
import { tempFolder } from '../../../tests/support/folder';
import { addPackages, buildDeb, INSTALL_SCRIPT } from '../../release/packages';
import { executableForTests, runQuietly } from '../../setup';
import { type Check, value } from '../program';
import { startMachine } from './machine';

const [debian = '', busybox = ''] = process.argv.slice(2);
const ADDRESSES = { homepage: 'https://x.example', image: 'x.example/i:1', cellImage: 'x.example/i:1-cell' };
const FILES = ['LICENSE', 'THIRD-PARTY-NOTICES', 'man/tagline.1', 'completions/tagline.fish'].concat(
  ['bash', 'zsh'].map((shell) => `completions/tagline.${shell}`),
);
const check: Check = (expected, ok, found = '') =>
  process.send!([expected, ok, ok && `${found}`.includes(' ') && !`${found}`.endsWith(' s') ? '' : found]);

runQuietly(['ip', 'link', 'set', 'lo', 'up']);
const temporary = tempFolder(tmpdir());
process.on('exit', () => temporary[Symbol.dispose]());
const folder = (name: string) => {
  mkdirSync(temporary.file(name), { recursive: true });
  return temporary.file(name);
};
const release = folder('release');
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    const path = new URL(url).pathname;
    if (path === '/slow/SHA256SUMS') return new Response(Bun.file(join(release, 'SHA256SUMS')));
    if (path.startsWith('/slow/')) return new Response(new ReadableStream({ pull: () => Bun.sleep(60_000) }));
    return new Response(Bun.file(join(release, path)));
  },
});
const address = server.url.href.slice(0, -1);

/** Unpacked archives: ours, and one whose program only tells its version. */
const ours = unpacked('ours', () => cpSync(executableForTests(), temporary.file('ours/tagline')));
const tiny = unpacked('tiny', () =>
  writeFileSync(temporary.file('tiny/tagline'), '#!/bin/sh\necho tagline tiny\n'),
);
pack(ours, `tagline-${version}-linux-x64`);
writeSums();
const script = readFileSync(INSTALL_SCRIPT, 'utf8');
writeFileSync(join(release, 'install.sh'), script.replace('@DOWNLOADS@', address));

await proveScript();
await provePackage();
await proveBusybox();
proveRelease();
server.stop(true);
await Bun.sleep(500); // what was sent goes out
process.exit(0);

async function proveScript() {
  using machine = await startMachine(debian, folder('script'));
  const { sh, is, root } = machine;
  const line = `wget -qO- ${address}/install.sh | sh`;
  const again = (options = '', env = '') =>
    sh(`wget -qO- ${address}/install.sh | ${env} sh -s -- ${options}`);
  const began = performance.now();
  const first = await sh(line);
  const page = await pageOf();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  check('one line on a bare Debian serves a page in 20 s', page && Number(seconds) < 20, `${seconds} s`);
  check('it says address and next step', /localhost:3000[\s\S]*tagline setup'/.test(first.text), first.text);
  check(
    'the service has a user of its own',
    (await sh('stat -c %U /proc/$(systemctl show -p MainPID --value tagline)')).text === 'tagline',
  );
  check(
    'man page and completions are there',
    await is(
      'cd /usr/local/share && ls man/man1/tagline.1 bash-completion/completions/tagline zsh/site-functions/_tagline fish/vendor_completions.d/tagline.fish',
    ),
  );

  const as = `su -s /bin/sh tagline -c 'cd /var/lib/tagline && tagline`;
  await sh(`${as} seed 50'`);
  await sh(`echo PRODUCT_NAME=Kept >>/var/lib/tagline/.env`);
  const notes = () => notesOf(root);
  const program = async () => (await sh('stat -c %i /usr/local/bin/tagline')).text;
  const pid = async () => (await sh('systemctl show -p MainPID tagline')).text;
  const [stored, old, running] = [notes(), await program(), await pid()];

  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
  const refusals: [string, () => Promise<{ code: number; text: string }>, RegExp][] = [
    [
      'another archive than SHA256SUMS says',
      async () => {
        writeSums('0');
        const outcome = await again();
        writeFileSync(join(release, 'SHA256SUMS'), sums);
        return outcome;
      },
      /is not what SHA256SUMS says/,
    ],
    [
      'an archive for no such version',
      () => again('--version 0.0.1'),
      /has no Tagline 0\.0\.1 for linux-x64/,
    ],
    [
      'an address without https',
      () => again('', 'TAGLINE_DOWNLOADS=http://x.example'),
      /must begin with https/,
    ],
    ['an unknown option', () => again('--all'), /no option --all/],
    [
      'a termination while it fetches',
      () => again('', `TAGLINE_DOWNLOADS=${address}/slow timeout 2`),
      /Fetching/,
    ],
  ];
  for (const [what, attempt, says] of refusals) {
    const { code, text } = await attempt();
    const same = (await program()) === old && (await pid()) === running;
    const clean = !(await is('ls -d /usr/local/bin/.tagline-*'));
    check(
      `${what} leaves the old version running, and nothing behind`,
      code !== 0 && says.test(text) && same && clean,
      text,
    );
  }

  const second = await again();
  const replaced = (await program()) !== old && (await pid()) !== running;
  check('a second time is an upgrade', second.code === 0 && replaced && (await pageOf()), second.text);
  check(
    'that keeps settings and data',
    notes() === stored && (await is('grep Kept /var/lib/tagline/.env')),
    stored,
  );
  const alone = await sh(
    `useradd -m ann; wget -qO- ${address}/install.sh >/tmp/i; su ann -c 'sh /tmp/i && ~/.local/bin/tagline --version && sh /tmp/i --uninstall'`,
  );
  check(
    'without root it installs into ~/.local, and says so',
    alone.code === 0 && /\.local\/bin\/tagline, without a service/.test(alone.text),
    alone.text,
  );
  const gone = await again('--uninstall');
  const left = await is(
    'ls /usr/local/bin/tagline || ls /usr/local/share/man/man1/tagline.1 || systemctl cat tagline',
  );
  check(
    'uninstalling keeps the data and says where',
    !left && notes() === stored && /still in \/var\/lib\/tagline/.test(gone.text) && !(await pageOf(1)),
    gone.text,
  );
}

async function provePackage() {
  using machine = await startMachine(debian, folder('package'));
  const { sh, is, root } = machine;
  buildDeb(ours, join(release, 'tagline.deb'), 'amd64', { ...ADDRESSES, downloads: address }, 1);
  const install = `wget -qO /tmp/tagline.deb ${address}/tagline.deb && dpkg -i /tmp/tagline.deb`;
  const first = await sh(install);
  check('the Debian package installs and serves', first.code === 0 && (await pageOf()), first.text);
  await sh(
    `su -s /bin/sh tagline -c 'cd /var/lib/tagline && tagline seed 50'; echo PRODUCT_NAME=Kept >>/var/lib/tagline/.env`,
  );
  const notes = () => notesOf(root);
  const stored = notes();
  const refused = await sh(`wget -qO- ${address}/install.sh | sh`);
  check('the install line leaves a package alone', /as a package/.test(refused.text), refused.text);
  const second = await sh(install);
  check(
    'its upgrade keeps settings and data',
    second.code === 0 &&
      (await pageOf()) &&
      notes() === stored &&
      (await is('grep Kept /var/lib/tagline/.env')),
    second.text,
  );
  await sh('dpkg -r tagline');
  check('removed, it serves no more', !(await pageOf(1)) && !(await is('ls /usr/bin/tagline')));
  const purged = await sh('dpkg -P tagline');
  check(
    'purged, its settings are gone and the notes are kept',
    notes() === stored &&
      !(await is('ls /var/lib/tagline/.env')) &&
      /notes of your people are kept/.test(purged.text),
    purged.text,
  );
}

/** Debian's BusyBox cannot make users, so this is without a service. */
async function proveBusybox() {
  pack(tiny, `tagline-${version}-linux-x64-musl`);
  writeSums();
  const root = folder('busybox');
  mkdirSync(join(root, 'dev'));
  mkdirSync(join(root, 'bin'));
  cpSync(busybox, join(root, 'bin/busybox'));
  const line = `mkdir /usr; /bin/busybox --install -s /bin; wget -qO- ${address}/install.sh | sh -s -- --no-service; /usr/local/bin/tagline --version`;
  const command = ['chroot', root, '/bin/busybox', 'env', 'PATH=/bin', '/bin/busybox', 'sh', '-c', line];
  const { stdout } = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'inherit'] }); // we answer meanwhile
  const output = (await new Response(stdout).text()).trim();
  check(
    'BusyBox without glibc gets the archive for musl',
    /musl.tar.gz[\s\S]*\ntagline tiny$/.test(output),
    output,
  );
}

function proveRelease() {
  const made = ['one', 'two'].map((name) => {
    const target = folder(name);
    const kinds = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
    for (const kind of kinds) pack(tiny, `tagline-${version}-${kind}`, target);
    writeSums('', target);
    addPackages(target, { ...ADDRESSES, downloads: address });
    return runQuietly([
      'sh',
      '-c',
      `cd ${target} && sha256sum -c --quiet SHA256SUMS && grep -v linux- SHA256SUMS`,
    ]).output;
  });
  check(
    'packages of the same archives are the same bytes',
    made[0] === made[1] && made[0]!.includes('_arm64.deb'),
    made[0],
  );
}

/** SQLite asks for the real path of a file, which is another outside of the machine. */
function notesOf(root: string) {
  using copy = tempFolder();
  runQuietly(['cp', '-r', `${root}/var/lib/tagline/data`, copy.path]);
  return value(copy.file('data'), 'select count(*) from messages');
}

async function pageOf(tries = 60): Promise<boolean> {
  for (let left = tries; left > 0; left--) {
    const page = await fetch('http://127.0.0.1:3000/').then(
      (answer) => answer.text(),
      () => '',
    );
    if (page.includes('<div id="root"')) return true;
    await Bun.sleep(100);
  }
  return false;
}

function unpacked(name: string, putProgram: () => void) {
  for (const file of FILES) {
    mkdirSync(dirname(join(folder(name), file)), { recursive: true });
    writeFileSync(join(folder(name), file), file);
  }
  putProgram();
  return folder(name);
}

function pack(from: string, name: string, to = release) {
  for (const [ending, program] of [['gz', 'gzip -n1'], ...(from === ours ? [['xz', 'xz -0']] : [])])
    runQuietly([
      ...['tar', '--sort=name', '--mtime=@0', '-I', program!],
      ...['-cf', join(to, `${name}.tar.${ending}`), '-C', from, '.'],
    ]);
}

function writeSums(instead = '', where = release) {
  const lines = readdirSync(where)
    .filter((name) => /\.tar\.[gx]z$/.test(name))
    .map((name) => {
      const sum = new Bun.CryptoHasher('sha256').update(readFileSync(join(where, name))).digest('hex');
      return `${instead ? instead.repeat(64) : sum}  ${name}\n`;
    });
  writeFileSync(join(where, 'SHA256SUMS'), lines.join(''));
}
