import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import manifest from '../../package.json';
import { type Packed, tarOf, zipOf } from '../../scripts/release/archive';
import { sbomOf } from '../../scripts/release/sbom';
import { describe } from '../../scripts/release/shipped';
import { ROOT } from '../../scripts/setup';
import { tagline } from '../support/command';
import { tempFolder } from '../support/folder';

const packages = Object.keys(manifest.dependencies);
const bytes = (text: string) => new TextEncoder().encode(text);

test('the executable names all that it contains, with every license text', async () => {
  using folder = tempFolder();
  const { stdout, exitCode } = await tagline(['licenses'], { DATA_DIR: folder.path });
  expect(exitCode).toBe(0);
  const named = (name: string) => stdout.includes(`\n${name} ${manifest.dependencies[name as 'zod']}: `);
  expect(named('typescript')).toBe(false);
  expect(packages.filter((name) => !named(name))).toEqual([]);
  for (const part of [
    'Permission is hereby granted, free of charge',
    'Apache License\n',
    'SIL OPEN FONT LICENSE',
    'GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 3',
    'replace node_modules/libheif-js/libheif-wasm/libheif.wasm',
    `bun ${Bun.version}: MIT`,
    'JavaScriptCore and WebCore (in bun): LGPL-2.0',
    'Universal Sentence Encoder Lite',
  ])
    expect(stdout).toContain(part);
});

test('a package without a license text does not ship', () => {
  using folder = tempFolder();
  const write = (name: string, files: Record<string, string>) => {
    mkdirSync(folder.file(name));
    const described = { name, version: '1.0.0', license: 'MIT' };
    for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(described), ...files }))
      writeFileSync(join(folder.file(name), file), text);
    return relative(ROOT, folder.file(name));
  };
  const held = write('held', { 'licence.txt': 'Do as you like.' });
  const told = write('told', { 'README.md': '# told\n\n## License\n\nPermission is hereby granted ...\n' });
  const bare = write('bare', { 'README.md': '# bare\n\n## License\n\nMIT\n', 'license.json': '{}' });
  expect(describe([told, held]).map(({ texts }) => texts)).toEqual([
    ['Do as you like.'],
    ['Permission is hereby granted ...'],
  ]);
  expect(() => describe([held, bare, told])).toThrow('No license text is known for bare.');
});

test('the bill of materials is CycloneDX', async () => {
  const sbom = sbomOf(describe(packages.map((name) => `node_modules/${name}`)));
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(sbom.replace('"library"', '"book"'))).not.toBeNull();
  expect(await validator.validate(sbom)).toBeNull();
  const { components } = JSON.parse(sbom);
  expect(components).toHaveLength(packages.length);
  for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
});

test('equal files make equal archives, which other programs open', async () => {
  const files: Packed[] = [
    { path: 'tagline', mode: 0o755, bytes: bytes('program'.repeat(200)) },
    { path: 'man/tagline.1', mode: 0o644, bytes: bytes('manual') },
  ];
  using folder = tempFolder(tmpdir());
  writeFileSync(folder.file('a.tar'), tarOf(files));
  const run = (...command: string[]) => Bun.spawnSync(command, { cwd: folder.path }).stdout.toString();
  const listed = run('tar', '-tvf', 'a.tar').trim().split('\n');
  expect(listed[0]).toMatch(/^-rw-r--r--\s.*root.*\s6\s.*2026.*man\/tagline\.1$/);
  expect(listed[1]).toMatch(/^-rwxr-xr-x\s.*root.*\s1400\s.*2026.* tagline$/);
  run('tar', '-xf', 'a.tar');
  expect(readFileSync(folder.file('tagline'), 'utf8')).toBe('program'.repeat(200));
  expect(tarOf(files.toReversed())).toEqual(tarOf(files));
  const { TZ } = process.env;
  const zip = await zipOf(files);
  process.env.TZ = 'Pacific/Auckland';
  const zipElsewhere = await zipOf(files.toReversed());
  process.env.TZ = TZ ?? 'UTC';
  expect(Buffer.compare(zip, zipElsewhere)).toBe(0);
});
