import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

/** Lines that are only comment for 100 lines of code, at most. */
const MAX = { src: 9, web: 5, db: 9, tests: 2, scripts: 6 };

/** Counts the lines that are only comment, and the other lines that are not empty. */
function countLines(source: string, comment: string): { comments: number; code: number } {
  let [comments, code, isInside] = [0, 0, false];
  for (const line of source.split('\n').map((line) => line.trim())) {
    const begins = line.startsWith(comment) || /^\{?\/\*/.test(line);
    if (isInside || begins) comments++;
    else if (line) code++;
    isInside = (isInside || /^\{?\/\*/.test(line)) && !line.includes('*/');
  }
  return { comments, code };
}

test('lines of comment and of code are told apart', () => {
  const source = '/**\n * Why.\n */\nconst a = 1; // unit\n\n// trap\n/* one */\nb();\n{/* in JSX */}\n';
  expect(countLines(source, '//')).toEqual({ comments: 6, code: 2 });
  expect(countLines('-- why\nselect 1;\n', '--')).toEqual({ comments: 1, code: 1 });
});

for (const [folder, max] of Object.entries(MAX))
  test(`${folder} has at most ${max} lines of comment for 100 lines of code`, () => {
    const total = { comments: 0, code: 0 };
    for (const path of new Bun.Glob(`${folder}/**/*.{ts,tsx,css,sql}`).scanSync(ROOT)) {
      const { comments, code } = countLines(
        readFileSync(join(ROOT, path), 'utf8'),
        path.endsWith('.sql') ? '--' : '//',
      );
      total.comments += comments;
      total.code += code;
    }
    expect((100 * total.comments) / total.code).toBeLessThanOrEqual(max);
  });
