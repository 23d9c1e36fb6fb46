import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Rooms of the server, bottom up: a file imports only from its own row, the rows above it, and its own room. A room is a folder or a file. */
const ROOMS = [
  ['src/contract'],
  ['db'],
  ['src/search/index'],
  ['src/errors', 'src/phone', 'src/log', 'src/config', 'src/version', 'src/outside', 'src/realtime'],
  ['src/data-folder', 'src/zip', 'src/command-line'],
  ['src/app'],
  ['src/users/users', 'src/users/versions', 'src/users/operators'],
  ['src/trpc'],
  ['src/rate-limits'],
  ['src/users'],
  ['src/outbox'],
  ['src/auth'],
  ['src/media'],
  ['src/boards'],
  ['src/notifications'],
  ['src/previews'],
  ['src/messages'],
  ['src/accounts'],
  ['src/invites'],
  ['src/search'],
  ['src/texting'],
  ['src/backup'],
  ['src/archive'],
  ['src/admin'],
  ['src/chores'],
  ['src/http'],
  ['src/seeds'],
  ['src/serve'],
  ['src/main'],
];

/** Rooms of the web app, bottom up: a file imports only from rows above its own, and from its own room. */
const WEB_ROOMS = [
  ['web/ui'],
  ['web/product'],
  ['web/auth'],
  ['web/invites'],
  ['web/users'],
  ['web/boards'],
  ['web/previews'],
  ['web/messages/card'],
  ['web/messages/composer'],
  ['web/messages/feed'],
  ['web/messages'],
  ['web/dashboard', 'web/search', 'web/notifications', 'web/admin', 'web/phone'],
  ['web/shell'],
  ['web/routes', 'web/first-screen'],
  ['web/main', 'web/build'],
  ['web/vite.config'],
];

const OUTWARD_MODULE =
  /^((node:)?(https?|http2|net|tls|dgram|dns(\/promises)?|child_process)|bun|twilio(\/.*)?|@huggingface\/.*|undici|axios)$/;
/** By whatever name it is called in the end: what is handed on or taken from the global object counts, too. */
const OUTWARD_CALL =
  /(?<![\w.$'"/-])fetch\b|\bglobalThis\b|\bBun\.(fetch|connect|udpSocket|dns|s3|spawn|spawnSync|\$)|\bnew WebSocket\(/;
/** A server's own `fetch(request) { ... }` is a door in, not a way out. */
const DOOR = /^\s*(async )?fetch\([^)]*\) \{$/gm;
/** Opens connections or asks name servers. */
const CONNECTING_MODULE = /^(node:)?(https?|http2|tls|dgram|dns(\/promises)?)$/;
/** `node:net` also tells addresses apart, and that is all it may do elsewhere. */
const CONNECTING_IMPORT = /import (?!{ isIP } )[^;]*from ['"](node:)?net['"]/;
const VISITOR = 'src/outside/web.ts';
/** Each calls one place that the operator has set, and no address of anybody's. */
const SERVICES = ['twilio-client', 'twilio-media', 'own-address', 'tmdb', 'huggingface'].map(
  (name) => `src/outside/${name}.ts`,
);
const MEANINGLESS = /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/i;

type Sources = Record<string, string>;
type Import = { of: string; typeOnly: boolean };

const rules: Record<string, (sources: Sources) => string[]> = {
  'a room imports only the rooms below it': (sources) =>
    each(sources, (path, source) => {
      const own = room(path);
      if (!own) return /^(src|db)\//.test(path) ? [`${path} is in no room of the table`] : [];
      return imports(path, source).flatMap(({ of }) => {
        const other = room(of);
        if (other)
          return other.name === own.name || other.level <= own.level ? [] : [`${path} imports ${of}`];
        return of.startsWith('.') || !/^(web|tests|scripts|src)\//.test(of) ? [] : [`${path} imports ${of}`];
      });
    }),

  'a room of the web app imports only the rooms below it': (sources) =>
    each(sources, (path, source) => {
      if (!path.startsWith('web/')) return [];
      const own = room(path, WEB_ROOMS);
      if (!own) return [`${path} is in no room of the table`];
      return imports(path, source)
        .filter(({ of }) => of.startsWith('web/'))
        .flatMap(({ of }) => {
          const other = room(of, WEB_ROOMS);
          return other && (other.name === own.name || other.level < own.level)
            ? []
            : [`${path} imports ${of}`];
        });
    }),

  'nothing imports in a circle': (sources) => {
    const next = (path: string) =>
      imports(path, sources[path] ?? '').flatMap(({ of }) => fileOf(of, sources) ?? []);
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (path: string, trail: string[]) => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' > '));
      if (done.has(path) || trail.includes(path)) return;
      for (const other of next(path)) walk(other, [...trail, path]);
      done.add(path);
    };
    for (const path of Object.keys(sources)) walk(path, []);
    return circles;
  },

  "the web knows the contract and the router's type": (sources) =>
    each(sources, (path, source) =>
      path.startsWith('web/')
        ? imports(path, source)
            .filter(({ of }) => /^(src|db|scripts|tests)\//.test(of) && !of.startsWith('src/contract/'))
            .filter(({ of, typeOnly }) => !(typeOnly && of === 'src/http/router'))
            .map(({ of }) => `${path} imports ${of}`)
        : [],
    ),

  'only src/outside reaches out': (sources) =>
    each(sources, (path, source) => {
      if (!path.startsWith('src/') || path.startsWith('src/outside/')) return [];
      const modules = imports(path, source).filter(
        ({ of, typeOnly }) => !typeOnly && OUTWARD_MODULE.test(of),
      );
      const call = OUTWARD_CALL.exec(code(path, source).replace(DOOR, ''))?.[0];
      return [
        ...modules.map(({ of }) => `${path} imports ${of}`),
        ...(call ? [`${path} calls ${call}`] : []),
      ];
    }),

  'addresses that people give are called by the guarded visitor alone': (sources) =>
    each(sources, (path, source) => {
      if (!path.startsWith('src/outside/') || path === VISITOR) return [];
      const modules = imports(path, source).filter(
        ({ of, typeOnly }) => !typeOnly && CONNECTING_MODULE.test(of),
      );
      const calls =
        CONNECTING_IMPORT.test(source) || (!SERVICES.includes(path) && OUTWARD_CALL.test(code(path, source)));
      return [...modules.map(({ of }) => `${path} imports ${of}`), ...(calls ? [`${path} reaches out`] : [])];
    }),

  'only main prints, and only main hands on the environment': (sources) =>
    each(sources, (path, source) =>
      path.startsWith('src/') && path !== 'src/main.ts'
        ? [...code(path, source).matchAll(/\bconsole\.\w+|\b(process|Bun)\.env\b/g)].map(
            ([use]) => `${path} uses ${use}`,
          )
        : [],
    ),

  'every file is named after what it holds': (sources) =>
    Object.keys(sources).filter((path) => MEANINGLESS.test(path)),

  'no two modules differ by case alone, which is one file on macOS and Windows': (sources) => {
    const module = (path: string) => path.replace(/\.tsx?$/, '').toLowerCase();
    return Object.values(Object.groupBy(Object.keys(sources), module)).flatMap((paths) =>
      paths && paths.length > 1 ? [paths.join(' and ')] : [],
    );
  },
};

/** For each rule a source that breaks it, and one that comes near without breaking it. */
const examples: Record<keyof typeof rules, { wrong: Sources[]; right: Sources[] }> = {
  'a room imports only the rooms below it': {
    wrong: [
      { 'src/users/users.ts': "import { send } from '../messages/messages';\nsend();" },
      { 'src/users/users.ts': "import type { Send } from '../messages/messages';" },
      { 'src/users/users.ts': "export * from '../http/server';" },
      { 'src/users/users.ts': "const load = () => import('../http/server');" },
      { 'src/contract/limits.ts': "import { users } from '../../db/schema';\nusers;" },
      { 'src/app.ts': "import { part } from '../scripts/test';\npart;" },
      { 'src/stray/thing.ts': '' },
    ],
    right: [
      {
        'src/messages/messages.ts':
          "import { findByPhone } from '../users/users';\nimport { toMessage } from './lists';\nimport { z } from 'zod';\nfindByPhone(toMessage(z));",
      },
    ],
  },
  'a room of the web app imports only the rooms below it': {
    wrong: [
      { 'web/ui/dialog.tsx': "import { trpc } from '../product/trpc';\ntrpc;" },
      { 'web/product/session.ts': "import type { Board } from '../boards/use-board';" },
      { 'web/boards/members.tsx': "const load = () => import('../messages/feed/list');" },
      { 'web/messages/card/card.tsx': "import { ask } from '../dialogs';\nask();" },
      { 'web/search/page.tsx': "import { Layout } from '../shell/Layout';\nLayout;" },
      { 'web/search/page.tsx': "import { feedback } from '../admin/feedback';\nfeedback;" },
      { 'web/shell/sidebar.tsx': "import { router } from '../routes';\nrouter;" },
      { 'web/toasts.ts': '' },
    ],
    right: [
      {
        'web/messages/feed/list.tsx':
          "import { slug } from '../../../src/contract/hashtags';\nimport { Notice } from '../../ui/Notice';\nimport { Card } from '../card/card';\nimport { columns } from './columns';\nslug(Notice, Card, columns);",
        'web/main.tsx': "const load = () => import('./routes');",
      },
    ],
  },
  'nothing imports in a circle': {
    wrong: [
      {
        'src/users/a.ts': "import { b } from './b';\nb;",
        'src/users/b.ts': "import type { C } from './c';",
        'src/users/c.ts': "import { a } from './a';\na;",
      },
    ],
    right: [
      {
        'src/users/a.ts': "import { b } from './b';\nimport { c } from './c';\nb(c);",
        'src/users/b.ts': "import { c } from './c';\nc;",
        'src/users/c.ts': '',
      },
    ],
  },
  "the web knows the contract and the router's type": {
    wrong: [
      { 'web/trpc.ts': "import { appRouter } from '../src/http/router';\nappRouter;" },
      { 'web/trpc.ts': "import { type AppRouter, other } from '../src/http/router';\nother;" },
      { 'web/boards/card.tsx': "import type { User } from '../../db/schema';" },
    ],
    right: [
      {
        'web/trpc.ts':
          "import type { AppRouter } from '../src/http/router';\nimport { slug } from '../src/contract/hashtags';\nslug;",
      },
    ],
  },
  'only src/outside reaches out': {
    wrong: [
      { 'src/previews/previews.ts': "export const get = () => fetch('http://x.example');" },
      { 'src/texting/reply.ts': "import twilio from 'twilio';\ntwilio();" },
      { 'src/media/media.ts': "import { request } from 'node:https';\nrequest();" },
      { 'src/realtime/hub.ts': "Bun.connect({ hostname: 'x.example', port: 1, socket: {} });" },
      { 'src/realtime/hub.ts': "new WebSocket('ws://x.example');" },
      { 'src/previews/page.ts': 'export const get = (url: string) => globalThis.fetch(url);' },
      { 'src/previews/page.ts': 'const ask = fetch;\nexport const get = (url: string) => ask(url);' },
      { 'src/previews/page.ts': 'export const get = (urls: string[]) => urls.map(fetch);' },
      { 'src/previews/page.ts': "import { fetch as ask } from 'bun';\nask('http://x.example');" },
      { 'src/media/media.ts': "Bun.spawn(['curl', 'http://x.example']);" },
      { 'src/media/media.ts': "import { spawn } from 'node:child_process';\nspawn('curl');" },
    ],
    right: [
      { 'src/outside/pages.ts': "export const get = () => fetch('http://x.example');" },
      {
        'src/http/server.ts':
          'Bun.serve({\n  async fetch(request, server) {\n    return respond();\n  },\n});',
      },
      { 'src/previews/previews.ts': '// a fetch(address) would reach inside\nprefetch(); pages.fetch();' },
    ],
  },
  'addresses that people give are called by the guarded visitor alone': {
    wrong: [
      { 'src/outside/pages.ts': 'export const get = (url: string) => fetch(url);' },
      { 'src/outside/pages.ts': 'const ask = fetch;\nexport const get = (url: string) => ask(url);' },
      { 'src/outside/twilio-media.ts': "import { request } from 'node:http';\nrequest();" },
      { 'src/outside/twilio-media.ts': "import net from 'node:net';\nnet.connect(80, 'x.example');" },
      { 'src/outside/tmdb.ts': "import { lookup } from 'node:dns/promises';\nlookup();" },
    ],
    right: [
      { 'src/outside/web.ts': "import http from 'node:http';\nhttp.request();" },
      { 'src/outside/tmdb.ts': "export const get = () => fetch('https://api.example/3');" },
      { 'src/outside/guard.ts': "import { isIP } from 'node:net';\nisIP('1.1.1.1');" },
    ],
  },
  'only main prints, and only main hands on the environment': {
    wrong: [
      { 'src/app.ts': "console.log('here');" },
      { 'src/app.ts': 'const port = process.env.PORT; port;' },
      { 'src/app.ts': 'const { PORT } = Bun.env; PORT;' },
    ],
    right: [
      {
        'src/app.ts': '// console.log is for main\nlog.info(1);',
        'src/main.ts': 'console.log(process.env);',
      },
    ],
  },
  'every file is named after what it holds': {
    wrong: [{ 'src/users/utils.ts': '' }, { 'web/common/button.tsx': '' }, { 'tests/support/helper.ts': '' }],
    right: [{ 'src/users/utilities-bill.ts': '', 'web/boards/commonplace.tsx': '' }],
  },
  'no two modules differ by case alone, which is one file on macOS and Windows': {
    wrong: [
      { 'web/shell/shortcuts.ts': '', 'web/shell/Shortcuts.tsx': '' },
      { 'web/Shell/menu.ts': '', 'web/shell/menu.ts': '' },
    ],
    right: [{ 'web/shell/shortcuts.ts': '', 'web/shell/ShortcutsDialog.tsx': '', 'web/shortcuts.ts': '' }],
  },
};

const ROOT = join(import.meta.dir, '..');
const all: Sources = Object.fromEntries(
  [...new Bun.Glob('{src,web,db,scripts,tests}/**/*.{ts,tsx}').scanSync(ROOT)]
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

for (const [rule, broken] of Object.entries(rules))
  test(rule, () => {
    for (const sources of examples[rule]?.wrong ?? [])
      expect({ sources, broken: broken(sources) }).not.toEqual({ sources, broken: [] });
    for (const sources of examples[rule]?.right ?? []) expect(broken(sources)).toEqual([]);
    expect(broken(all)).toEqual([]);
  });

test('the table of rooms is about this house', () => {
  expect(Object.keys(all).length).toBeGreaterThan(30);
});

const each = (sources: Sources, look: (path: string, source: string) => string[]) =>
  Object.entries(sources).flatMap(([path, source]) => look(path, source));

function room(path: string, table = ROOMS) {
  const level = table.findIndex((names) => names.some((name) => isIn(path, name)));
  return level < 0 ? null : { level, name: table[level]?.find((name) => isIn(path, name)) };
}

const isIn = (path: string, name: string) =>
  path === name || path.startsWith(`${name}/`) || path === `${name}.ts` || path === `${name}.tsx`;

/** What a file imports: files as paths from the root without ending, packages by name. Types too, which Bun's own scan leaves out. */
function imports(path: string, source: string): Import[] {
  const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' });
  const values = transpiler.scanImports(source).map((found) => found.path);
  const written = [...source.matchAll(/\b(?:from|import\()\s*(['"])([^'"\n]+)\1/g)].map(
    (found) => found[2] ?? '',
  );
  return [...new Set([...values, ...written])].map((of) => ({
    of: of.startsWith('.') ? posix.join(posix.dirname(path), of).replace(/\.tsx?$/, '') : of,
    typeOnly: !values.includes(of),
  }));
}

const fileOf = (name: string, sources: Sources) =>
  [`${name}.ts`, `${name}.tsx`].find((file) => sources[file] !== undefined);

/** The program without its comments and types. */
const code = (path: string, source: string) =>
  new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts', target: 'bun' }).transformSync(source);
