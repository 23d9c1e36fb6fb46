import { eachFile, imports, rule, type Sources } from './sources';

/** Rooms of the server, bottom up. A file imports from its own room and from rooms above it in this list. */
const ROOMS = [
  'src/contract',
  'db',
  'src/app',
  'src/outside',
  'src/outbox',
  'src/people',
  'src/boards',
  'src/media',
  'src/notices',
  'src/messages',
  'src/search',
  'src/texting',
  'src/operators',
  'src/archive',
  'src/http',
  'src/start',
  'src/client',
  'src/main',
];

const WEB_ROOMS = [
  'web/worker',
  'web/ui',
  'web/product',
  'web/people',
  'web/boards',
  'web/media',
  'web/notices',
  'web/messages',
  'web/search',
  'web/texting',
  'web/operators',
  'web/archive',
  'web/shell',
  'web/extension',
  'web/routes',
  'web/first-screen',
  'web/main',
  'web/boot',
  'web/build',
  'web/vite.config',
];

const climbing = (rooms: string[], mayImport: RegExp) =>
  eachFile((path, source) => {
    const layer = path.split('/', 1)[0] ?? '';
    if (!rooms.some((room) => room.split('/', 1)[0] === layer)) return [];
    const own = roomOf(path, rooms);
    if (own < 0) return [`${path} is in no room of the list`];
    return imports(path, source)
      .filter(({ of }) => /^(src|db|web|tests|scripts)\//.test(of) && !mayImport.test(of))
      .filter(({ of }) => roomOf(of, rooms) < 0 || roomOf(of, rooms) > own)
      .map(({ of }) => `${path} imports ${of}`);
  });

rule('a room of the server imports only itself and rooms before it in the list', climbing(ROOMS, /^$/), {
  wrong: [
    { 'src/people/users.ts': "import { send } from '../messages/messages';\nsend();" },
    { 'src/people/users.ts': "import type { Send } from '../messages/messages';" },
    { 'src/people/users.ts': "export * from '../http/server';" },
    { 'src/people/users.ts': "const load = () => import('../http/server');" },
    { 'src/contract/limits.ts': "import { users } from '../../db/schema';\nusers;" },
    { 'src/app/app.ts': "import { part } from '../../scripts/test';\npart;" },
    { 'src/stray/thing.ts': '' },
  ],
  right: [
    {
      'src/messages/messages.ts':
        "import { findByPhone } from '../people/users';\nimport { toMessage } from './lists';\nimport { z } from 'zod';\nfindByPhone(toMessage(z));",
    },
  ],
});

rule(
  'a room of the web app imports only itself and rooms before it in the list',
  climbing(WEB_ROOMS, /^src\//),
  {
    wrong: [
      { 'web/ui/dialog.tsx': "import { trpc } from '../product/trpc';\ntrpc;" },
      { 'web/product/session.ts': "import type { Board } from '../boards/use-board';" },
      { 'web/boards/members.tsx': "const load = () => import('../messages/feed/list');" },
      { 'web/search/page.tsx': "import { Layout } from '../shell/Layout';\nLayout;" },
      { 'web/shell/sidebar.tsx': "import { router } from '../routes';\nrouter;" },
      { 'web/toasts.ts': '' },
    ],
    right: [
      {
        'web/messages/feed/list.tsx':
          "import { slug } from '../../../src/contract/hashtags';\nimport { Notice } from '../../ui/Notice';\nimport { Card } from '../card/card';\nslug(Notice, Card);",
        'web/main.tsx': "const load = () => import('./routes');",
      },
    ],
  },
);

rule('no imports form a circle', findCircles, {
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
});

rule(
  "the web app imports only the contract and the router's type",
  eachFile((path, source) =>
    path.startsWith('web/')
      ? imports(path, source)
          .filter(({ of }) => /^(src|db|scripts|tests)\//.test(of) && !of.startsWith('src/contract/'))
          .filter(({ of, typeOnly }) => !(typeOnly && of === 'src/http/router'))
          .map(({ of }) => `${path} imports ${of}`)
      : [],
  ),
  {
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
);

const roomOf = (path: string, rooms: string[]) => rooms.findIndex((name) => isIn(path, name));

const isIn = (path: string, name: string) =>
  path === name || path.startsWith(`${name}/`) || path === `${name}.ts` || path === `${name}.tsx`;

function findCircles(sources: Sources): string[] {
  const fileOf = (name: string) => [`${name}.ts`, `${name}.tsx`].find((file) => sources[file] !== undefined);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' > '));
    if (done.has(path) || trail.includes(path)) return;
    for (const { of } of imports(path, sources[path] ?? '')) {
      const next = fileOf(of);
      if (next) walk(next, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of Object.keys(sources)) walk(path, []);
  return circles;
}
