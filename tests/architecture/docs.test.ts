import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { GENERATED, regenerate } from '../../scripts/docs';

const ROOT = join(import.meta.dir, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const filesOf = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync(ROOT)].map((file) => file.replaceAll('\\', '/')).sort();

// the files of other programs, from which the tests import, are no documents
const DOCUMENTS = [...filesOf('*.md'), ...filesOf('{docs,src,web,db,tests,scripts}/**/*.md')].filter(
  (file) => !file.startsWith('tests/archive/fixtures/'),
);

const SOURCES = filesOf('{src,web,db,tests,scripts}/**/*.{ts,tsx,sql,css,html,md}').filter(
  (file) => file !== 'tests/architecture/docs.test.ts',
);

test('the generated parts of the documents are up to date; `bun run docs` writes them', () => {
  for (const file of Object.keys(GENERATED)) expect(regenerate(file, read(file))).toBe(read(file));
  const outdated = read('docs/operations.md').replace('| `PORT` |', '| `PROT` |');
  expect(outdated).not.toBe(read('docs/operations.md'));
  expect(regenerate('docs/operations.md', outdated)).toBe(read('docs/operations.md'));
});

test('every link between documents leads to an existing file and heading', () => {
  expect(
    brokenLinks('README.md', '[a](docs/nowhere.md) [b](docs/api.md#nowhere) [c](#nowhere)'),
  ).toHaveLength(3);
  expect(DOCUMENTS.flatMap((file) => brokenLinks(file, read(file)))).toEqual([]);
});

test('every path that a document names exists', () => {
  expect(missingPaths('See `src/messages/nothing.ts` and `tests/nowhere/`.')).toHaveLength(2);
  expect(DOCUMENTS.flatMap((file) => missingPaths(read(file)).map((path) => `${file}: ${path}`))).toEqual([]);
});

test('the map has every room of the server', () => {
  const rooms = new Set(SOURCES.flatMap((file) => /^src\/\w+(?=\/)|^src\/main\.ts/.exec(file) ?? []));
  expect(rooms.size).toBeGreaterThan(10);
  const map = read('docs/architecture.md');
  expect([...rooms].filter((room) => !map.includes(`\n| \`${room}\` |`))).toEqual([]);
});

test('every function that a document names exists', () => {
  const sources = SOURCES.map(read).join('\n');
  const isDefined = (name: string) => new RegExp(`(function|const) ${name}\\b`).test(sources);
  const named = DOCUMENTS.flatMap((file) =>
    [...read(file).matchAll(/`(\w+)\(\)`/g)].map(([, name = '']) => name),
  );
  expect(named).toContain('transaction');
  expect(named.filter((name) => !isDefined(name))).toEqual([]);
});

test('the README has at most 90 lines, and a page of the rules at most 150', () => {
  const longer = (lines: number) => (file: string) => read(file).trimEnd().split('\n').length > lines;
  expect(longer(1)('README.md')).toBe(true);
  expect(['README.md'].filter(longer(90))).toEqual([]);
  expect(filesOf('docs/product/*.md').filter(longer(150))).toEqual([]);
});

test('every package has a line in docs/packages.md', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const lines = [...read('docs/packages.md').matchAll(/^\| \[(.+?)\]/gm)].map(([, name]) => name);
  expect(lines.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});

test('every heading that the code cites is on the page that it names', () => {
  expect(citations('// (docs/api.md: Errors; docs/product/boards.md: Visibility,\n// Own tags)')).toEqual([
    { page: 'docs/api.md', heading: 'Errors' },
    { page: 'docs/product/boards.md', heading: 'Visibility' },
    { page: 'docs/product/boards.md', heading: 'Own tags' },
  ]);
  const cited = SOURCES.flatMap((file) => citations(read(file)).map((rule) => ({ file, ...rule })));
  expect(cited.length).toBeGreaterThan(50);
  const isHeading = (page: string, heading: string) =>
    existsSync(join(ROOT, page)) && headingsOf(read(page)).includes(heading);
  expect(cited.filter(({ page, heading }) => !isHeading(page, heading))).toEqual([]);
});

function brokenLinks(file: string, text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => markdown ?? html ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
  return links
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !headingsOf(read(target)).map(anchorOf).includes(anchor);
    })
    .map((link) => `${file}: ${link}`);
}

const missingPaths = (text: string): string[] =>
  [...text.matchAll(/`((?:src|web|db|tests|scripts|docs|\.ci)\/[\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(ROOT, path)));

const headingsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title.trim());

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, '');

// commas separate headings of one page, semicolons pages
const citations = (source: string) => {
  const inOneLine = source.replace(/\n\s*(\*|\/\/|--)?\s*/g, ' ');
  return [...inOneLine.matchAll(/(docs\/[\w/-]+\.md): ([^);]+)/g)].flatMap(([, page = '', names = '']) =>
    names.split(',').map((name) => ({ page, heading: name.trim() })),
  );
};
