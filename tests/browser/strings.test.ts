import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STRINGS } from './strings';

test('each story checks its part of the table of strings', () => {
  for (const story of Object.keys(STRINGS)) {
    const source = readFileSync(join(import.meta.dir, `${story}.test.ts`), 'utf8');
    expect(source).toContain(`recordShownTexts(STRINGS.${story})`);
    expect(source).toContain("test('every string of this story has been shown', expectAllShown)");
  }
});
