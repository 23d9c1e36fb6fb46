import { expect, test } from 'bun:test';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const manifest = await Bun.file(join(ROOT, 'package.json')).json();
const lock = await Bun.file(join(ROOT, 'bun.lock')).text();

const locked = (family: string, text = lock) => [
  ...new Set(
    [...text.matchAll(/^ {4}".*": \["(@?[^"@]+)@([^"]+)"/gm)]
      .filter(([, name]) => name?.startsWith(family))
      .map(([, , version]) => version),
  ),
];

const inexact = (dependencies: Record<string, string>) =>
  Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));

// Packages of one family use each other's internals. Two different versions install without a warning and
// fail later.
for (const family of ['@trpc/', '@mantine/'])
  test(`all packages of ${family}* have one version`, () => {
    const two = `    "${family}a": ["${family}a@1.0.0", "", {}],\n    "b/${family}a": ["${family}a@1.0.1", "", {}],`;
    expect(locked(family, two)).toEqual(['1.0.0', '1.0.1']);
    expect(locked(family)).toHaveLength(1);
  });

test('React and its DOM have one version', () => {
  const { react, 'react-dom': dom } = manifest.dependencies;
  expect(dom).toBe(react);
});

test('every dependency is pinned exactly', () => {
  expect(inexact({ a: '^1.0.0', b: '1.x', c: 'latest', d: '1.2.3' })).toHaveLength(3);
  expect(inexact(manifest.dependencies)).toEqual([]);
  expect(inexact(manifest.devDependencies)).toEqual([]);
});
