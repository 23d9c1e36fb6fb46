import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWebIfStale, ROOT } from '../../scripts/setup';

const ASSETS = join(ROOT, 'dist/web/assets');

buildWebIfStale();

test('only the form of the profile contains schemas and examples of the API', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  // minifying keeps these names, because they are keys of objects
  const withSchemas = scripts.filter((name) =>
    /ZodMini|examples:\[/.test(readFileSync(join(ASSETS, name), 'utf8')),
  );
  expect(withSchemas.map((name) => name.replace(/-.{8}\.js$/, ''))).toEqual(['profile-form']);
});
