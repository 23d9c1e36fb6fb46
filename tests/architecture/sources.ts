import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export type Sources = Record<string, string>;

const ROOT = join(import.meta.dir, '../..');

const repository: Sources = Object.fromEntries(
  [...new Bun.Glob('{src,web,db,scripts,tests}/**/*.{ts,tsx}').scanSync(ROOT)]
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

/**
 * The examples show that `findBreaches` works: it must find breaches in each of the `wrong` sources, and none
 * in the `right` ones.
 */
export function rule(
  name: string,
  findBreaches: (sources: Sources) => string[],
  { wrong, right }: { wrong: Sources[]; right: Sources[] },
) {
  test(name, () => {
    for (const sources of wrong)
      expect({ sources, breaches: findBreaches(sources) }).not.toEqual({ sources, breaches: [] });
    for (const sources of right) expect(findBreaches(sources)).toEqual([]);
    expect(findBreaches(repository)).toEqual([]);
  });
}

export const eachFile =
  (findBreaches: (path: string, source: string) => string[]) =>
  (sources: Sources): string[] =>
    Object.entries(sources).flatMap(([path, source]) => findBreaches(path, source));

/** Bun's scan leaves out imports of types, so a regular expression finds these imports. */
export function imports(path: string, source: string): { of: string; typeOnly: boolean }[] {
  const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' });
  const values = transpiler.scanImports(source).map((found) => found.path);
  const inText = [...source.matchAll(/\b(?:from|import\()\s*(['"])([^'"\n]+)\1/g)].map(
    (found) => found[2] ?? '',
  );
  return [...new Set([...values, ...inText])].map((of) => ({
    of: of.startsWith('.') ? posix.join(posix.dirname(path), of).replace(/\.tsx?$/, '') : of,
    typeOnly: !values.includes(of),
  }));
}

export const code = (path: string, source: string): string =>
  new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts', target: 'bun' }).transformSync(source);
