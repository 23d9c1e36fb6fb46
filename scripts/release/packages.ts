import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { tempFolder } from '../../tests/support/folder';
import { debianProgram } from '../debian';
import { fail, ROOT, runQuietly } from '../setup';
import { type Packed, tarOf } from './archive';

export const INSTALL_SCRIPT = join(ROOT, 'scripts/install.sh');
const TEMPLATES = join(ROOT, 'docs/install');
const KINDS = '{homebrew,nix,helm,umbrel,casaos,unraid,yunohost}';
const ARCHITECTURES = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** Of a release. Umbrel wants the digest of the image behind its name. `cellImage` has Litestream in it. */
export type Addresses = { downloads: string; homepage: string; image: string; cellImage: string };

/** A text between two lines with the same word in `scripts/install.sh`, which is the one source of it. */
function here(word: string): string {
  const script = readFileSync(INSTALL_SCRIPT, 'utf8');
  const [, text] = new RegExp(`<<'?${word}'?\n([\\s\\S]+?)^${word}$`, 'm').exec(script) ?? [];
  if (!text) throw new Error(`scripts/install.sh has no ${word}.`);
  return text;
}

export const unit = () => here('UNIT');

/** Fills in a text of docs/install. Throws if a placeholder has no value. */
export function fill(text: string, addresses: Addresses, sums: string): string {
  const { downloads, homepage, image, cellImage } = addresses;
  const values = new Map([
    ['VERSION', version],
    ['DOWNLOADS', downloads],
    ['HOMEPAGE', homepage],
    ['IMAGE', image],
    ['CELL_IMAGE', cellImage],
    ...[...sums.matchAll(/^(\w{64}) [ *]tagline-([\d.]+)-([\w-]+)\.tar\.gz$/gm)]
      .filter(([, , its]) => its === version)
      .map(([, sum = '', , kind]): [string, string] => [`SHA256 ${kind}`, sum]),
  ]);
  return text.replace(/@([A-Z_]+(?:256 [\w-]+)?)@/g, (_, name) => {
    const value = values.get(name);
    if (!value) throw new Error(`A package needs ${name}, which this release does not have.`);
    return value;
  });
}

/** The texts of a release by their paths: install.sh, and a folder for each kind of package. */
export function packageFiles(addresses: Addresses, sums: string): Record<string, string> {
  const latest = addresses.downloads.replace(/\/releases\/download\/[^/]+$/, '/releases/latest/download');
  const files: Record<string, string> = {
    'install.sh': readFileSync(INSTALL_SCRIPT, 'utf8').replace('@DOWNLOADS@', latest),
    'helm/templates/cell.yaml': chart(),
    // folders of apps are below /home, which the line would hide
    'yunohost/conf/systemd.service': unit()
      .replace('User=tagline', 'User=__APP__')
      .replaceAll('/var/lib/tagline', '__DATA_DIR__')
      .replace('/usr/local/bin', '__INSTALL_DIR__')
      .replace('ProtectHome=yes\n', ''),
  };
  for (const path of new Bun.Glob(`${KINDS}/**`).scanSync({ cwd: TEMPLATES, dot: true }))
    files[path] = fill(readFileSync(join(TEMPLATES, path), 'utf8'), addresses, sums);
  return files;
}

/** The chart is the cell of docs/kubernetes.md, with values in place of what that page says to change. */
export function chart(): string {
  const value = (name: string) => `{{ .Values.${name} | quote }}`;
  const changes = {
    [`registry.example.org/tagline:${version}`]: value('image'),
    'secretName: tagline-certificate': `secretName: ${value('certificate')}`,
    '[notes.example.org]': `[${value('host')}]`,
    'host: notes.example.org': `host: ${value('host')}`,
    'storage: 10Gi': `storage: ${value('storage')}`,
    'value: "2"': `value: ${value('readers')}`,
    'secretRef:\n                name: tagline': `secretRef:\n                name: ${value('settings')}`,
  };
  return Object.entries(changes).reduce(
    (chart, [text, changed]) => {
      if (chart.split(text).length !== 2)
        throw new Error(`docs/kubernetes/cell.yaml must have "${text}" once.`);
      return chart.replace(text, () => changed);
    },
    readFileSync(join(ROOT, 'docs/kubernetes/cell.yaml'), 'utf8'),
  );
}

/** Makes a Debian package of an unpacked archive. The same archive makes the same bytes. */
export function buildDeb(unpacked: string, outfile: string, architecture: string, of: Addresses, level = 9) {
  using folder = tempFolder();
  const root = folder.file('root');
  const write = (to: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    writeFileSync(join(root, to), text, { mode });
  };
  const copies = here('FILES').replaceAll(' share', ' usr/share').trim().split('\n');
  for (const copy of ['tagline usr/bin/tagline', 'LICENSE usr/share/doc/tagline/copyright', ...copies]) {
    const [from = '', to = ''] = copy.split(' ');
    if (existsSync(join(unpacked, from))) cpSync(join(unpacked, from), join(root, to));
  }
  write('lib/systemd/system/tagline.service', unit().replace('/usr/local/bin', '/usr/bin'));
  const size = `${Math.ceil(statSync(join(root, 'usr/bin/tagline')).size / 1024)}`;
  for (const name of readdirSync(join(TEMPLATES, 'debian'))) {
    const text = readFileSync(join(TEMPLATES, 'debian', name), 'utf8');
    const ours = text.replace('@ARCHITECTURE@', architecture).replace('@SIZE@', size);
    write(`DEBIAN/${name}`, fill(ours, of, ''), name === 'control' ? 0o644 : 0o755);
  }
  run(['chmod', '-R', 'u=rwX,go=rX', root]); // whatever the umask was
  const dpkg = debianProgram('dpkg-deb', 'dpkg');
  run([dpkg, '--root-owner-group', '-Zgzip', `-z${level}`, '--build', root, outfile]);
}

/** Adds packages to a folder that has the archives of a release, and to its SHA256SUMS. */
export function addPackages(folder: string, addresses: Addresses) {
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  const made: string[] = [];
  const write = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    made.push(name);
  };
  for (const [kind, architecture] of Object.entries(ARCHITECTURES)) {
    using unpacked = tempFolder();
    run(['tar', '-xzf', join(folder, `tagline-${version}-${kind}.tar.gz`), '-C', unpacked.path]);
    const name = `tagline_${version}_${architecture}.deb`;
    buildDeb(unpacked.path, join(folder, name), architecture, addresses);
    made.push(name);
  }
  const texts = Object.entries(packageFiles(addresses, sums)).map(([path, text]) => ({
    path: path.replace(/^helm/, 'tagline'), // a chart is in a folder of its name
    mode: /\/scripts\/|\.sh$/.test(path) ? 0o755 : 0o644,
    bytes: Buffer.from(text),
  }));
  const isChart = ({ path }: Packed) => path.startsWith('tagline/');
  const isScript = ({ path }: Packed) => path === 'install.sh';
  write('install.sh', texts.find(isScript)!.bytes);
  write(`tagline-${version}-chart.tgz`, Bun.gzipSync(tarOf(texts.filter(isChart))));
  const rest = texts.filter((text) => !isChart(text) && !isScript(text));
  write(`tagline-${version}-packages.tar.gz`, Bun.gzipSync(tarOf(rest)));
  const lines = made.map((name) => {
    const sum = new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, name))).digest('hex');
    return `${sum}  ${name}\n`;
  });
  const others = sums.match(/.+\n/g)?.filter((line) => !made.some((name) => line.endsWith(`  ${name}\n`)));
  writeFileSync(join(folder, 'SHA256SUMS'), [...(others ?? []), ...lines].join(''));
}

function run(command: string[]) {
  const { ok, output } = runQuietly(command, { SOURCE_DATE_EPOCH: '0' });
  if (!ok) fail(`${output}\n${command[0]} failed, so there are no packages.`);
}

if (import.meta.main) {
  const [folder, homepage, name] = process.argv.slice(2);
  if (!folder || !homepage || !name) fail('bun scripts/release/packages.ts FOLDER HOMEPAGE IMAGE');
  const image = name.toLowerCase(); // as registries want it
  const downloads = `${homepage}/releases/download/v${version}`;
  addPackages(folder, {
    downloads,
    homepage,
    image: `${image}:${version}`,
    cellImage: `${image}:${version}-cell`,
  });
}
