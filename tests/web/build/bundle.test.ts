import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildWebIfStale, ROOT } from '../../../scripts/setup';

const ASSETS = join(ROOT, 'dist/web/assets');

buildWebIfStale();

test('only the form of the profile contains schemas and examples of the API', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  // the minifier keeps the names in this expression, because they are keys of objects
  const withSchemas = scripts.filter((name) =>
    /ZodMini|examples:\[/.test(readFileSync(join(ASSETS, name), 'utf8')),
  );
  expect(withSchemas.map((name) => name.replace(/-.{8}\.js$/, ''))).toEqual(['profile-form']);
});

/**
 * Maximum bytes of compressed scripts for each first screen. The limits are a little above the present sizes.
 */
const SCRIPT_MAX = { '/login': 135_900, '/': 154_300, '/tag': 187_500 };

test('the first screens load no more script than they need', () => {
  const page = readFileSync(join(ASSETS, '../index.html'), 'utf8');
  const [, table = '{}'] = /(\{"\/login":\[.*?\]\})/.exec(page) ?? [];
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!);
  const filesByPath: Record<string, string[]> = JSON.parse(table);
  for (const [path, most] of Object.entries(SCRIPT_MAX)) {
    const scripts = [...named, ...filesByPath[path]!].filter((file) => file.endsWith('.js'));
    const bytes = scripts.map((file) => sizeOf(join(ASSETS, '..', file))).reduce((a, b) => a + b);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(most);
  }
});

const sizeOf = (path: string) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;

test('no screen loads the code of a dialog before the dialog is needed', () => {
  const modules = [...new Bun.Glob('web/**/*.{ts,tsx}').scanSync(ROOT)];
  const eager = modules.filter((module) =>
    /^import (?!type\b)[^;]* from '[^']*\/(\w+Dialog|(?!Message)\w+Dialogs)';/m.test(
      readFileSync(join(ROOT, module), 'utf8'),
    ),
  );
  expect(modules.length).toBeGreaterThan(100);
  expect(eager).toEqual([]);
});
