import { eachFile, rule } from './sources';

const MEANINGLESS_NAME = /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/i;

rule(
  'no file or folder has a meaningless name such as utils',
  (sources) => Object.keys(sources).filter((path) => MEANINGLESS_NAME.test(path)),
  {
    wrong: [{ 'src/users/utils.ts': '' }, { 'web/common/button.tsx': '' }, { 'tests/support/helper.ts': '' }],
    right: [{ 'src/users/utilities-bill.ts': '', 'web/boards/commonplace.tsx': '' }],
  },
);

// macOS and Windows treat paths that differ only by case as the same file
rule(
  'no two paths differ by case only',
  (sources) => {
    const module = (path: string) => path.replace(/\.tsx?$/, '').toLowerCase();
    return Object.values(Object.groupBy(Object.keys(sources), module)).flatMap((paths) =>
      paths && paths.length > 1 ? [paths.join(' and ')] : [],
    );
  },
  {
    wrong: [
      { 'web/shell/shortcuts.ts': '', 'web/shell/Shortcuts.tsx': '' },
      { 'web/Shell/menu.ts': '', 'web/shell/menu.ts': '' },
    ],
    right: [{ 'web/shell/shortcuts.ts': '', 'web/shell/ShortcutsDialog.tsx': '', 'web/shortcuts.ts': '' }],
  },
);

const BLOCK = 'const statements = prepared(({ $client }) => ({\n  find: $client.prepare(`select 1`),\n}));\n';

rule('SQL is in one block of prepared statements at the end of a file', eachFile(findLooseSql), {
  wrong: [
    { 'src/people/users.ts': 'const find = prepared((db) => db.select().from(users).prepare());' },
    { 'src/people/users.ts': 'const find = prepared(({ $client }) => $client.prepare(`select 1`));' },
    { 'src/people/users.ts': `${BLOCK}const more = prepared(({ $client }) => ({}));` },
    { 'src/people/users.ts': 'app.db.$client.query(`select 1`).get();' },
    { 'src/people/users.ts': 'app.db.$client\n  .run(`delete from users`);' },
    { 'src/people/users.ts': `const { $client } = app.db;\n${BLOCK}` },
    { 'src/people/users.ts': `import { eq } from 'drizzle-orm';\n${BLOCK}` },
  ],
  right: [
    {
      'src/people/users.ts': `import { prepared } from '../../db/open';\nstatements(db).find.get();\n${BLOCK}`,
    },
    { 'src/people/users.ts': "import { eq } from 'drizzle-orm';\napp.db.select().from(users).all();" },
    { 'src/app/app.ts': 'db.$client.close();' },
  ],
});

function findLooseSql(path: string, source: string): string[] {
  if (!path.startsWith('src/')) return [];
  const blocks = [...source.matchAll(/prepared\(\([\w{]/g)];
  const [before = '', ...block] = source.split('const statements = prepared(');
  return [
    ...(/\.prepare\(\)/.test(source) ? [`${path} prepares with drizzle`] : []),
    ...(/\$client(?!\.close\()/.test(before) ? [`${path} runs SQL outside of its statements`] : []),
    ...(block.length > 0 && /from 'drizzle-orm/.test(source) ? [`${path} mixes SQL and drizzle`] : []),
    ...(blocks.length > 1 ? [`${path} has more than one block of statements`] : []),
  ];
}

const CITED = ['desi', 'gn'].join(''); // in two pieces, because the rule also checks this file
rule(
  'no comment cites a document that is not in the repository',
  eachFile((path, source) =>
    [...source.matchAll(/\b(design|spec) \d+/g)].map(([citation]) => `${path} cites ${citation}`),
  ),
  {
    wrong: [{ 'src/people/users.ts': `// hidden from others (${CITED} 5)` }],
    right: [
      { 'src/people/users.ts': '// hidden from others (docs/product/boards.md: Visibility), see RFC 9110' },
    ],
  },
);
