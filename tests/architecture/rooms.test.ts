import { eachFile, imports, rule, type Sources } from './sources';

/**
 * Rooms of the server. A room is a folder or a file. A file imports only from rooms in its own row of this
 * table and in earlier rows.
 */
const ROOMS = [
  ['src/contract'],
  ['db'],
  ['src/search/index'],
  [
    'src/errors',
    'src/phone',
    'src/log',
    'src/faults',
    'src/config',
    'src/settings',
    'src/embedding',
    'src/version',
    'src/outside',
    'src/realtime',
  ],
  ['src/data-folder', 'src/zip', 'src/command-line', 'src/error-sentence'],
  ['src/app'],
  ['src/lines'],
  ['src/users/users', 'src/users/versions', 'src/users/operators', 'src/reserve', 'src/scopes'],
  ['src/composed-json'],
  ['src/trpc'],
  ['src/rate-limits', 'src/clock'],
  ['src/users'],
  ['src/push/browsers', 'src/push/keys', 'src/push/send', 'src/push/subscriptions'],
  ['src/outbox'],
  ['src/auth'],
  ['src/push'],
  ['src/media'],
  ['src/boards'],
  ['src/notifications'],
  ['src/previews'],
  [
    'src/reminders/reminders',
    'src/reminders/schedule',
    'src/reminders/times',
    'src/reminders/repeat-phrases',
  ],
  ['src/messages'],
  ['src/reminders'],
  ['src/digests'],
  ['src/accounts'],
  ['src/invites'],
  ['src/search'],
  ['src/texting'],
  ['src/backup'],
  ['src/archive'],
  ['src/admin/broadcast-queue'],
  ['src/chores'],
  ['src/health'],
  ['src/admin'],
  ['src/http'],
  ['src/seeds'],
  ['src/serve'],
  ['src/setup'],
  ['src/main'],
];

/**
 * Rooms of the web app. A file imports from a room in this table only if the room is the file's own or in an
 * earlier row.
 */
const WEB_ROOMS = [
  ['web/worker'],
  ['web/ui'],
  ['web/product'],
  ['web/offline'],
  ['web/auth'],
  ['web/invites'],
  ['web/users'],
  ['web/boards'],
  ['web/previews'],
  ['web/reminders'],
  ['web/messages/card'],
  ['web/messages/composer'],
  ['web/messages/thread'],
  ['web/messages/feed'],
  ['web/messages'],
  ['web/dashboard', 'web/search', 'web/notifications', 'web/admin', 'web/phone', 'web/texting'],
  ['web/shell'],
  ['web/routes', 'web/first-screen'],
  ['web/main', 'web/boot', 'web/build'],
  ['web/vite.config'],
];

rule(
  'a room of the server imports no room of a later row',
  eachFile((path, source) => {
    const own = roomOf(path, ROOMS);
    if (!own) return /^(src|db)\//.test(path) ? [`${path} is in no room of the table`] : [];
    return imports(path, source).flatMap(({ of }) => {
      const other = roomOf(of, ROOMS);
      if (other) return other.name === own.name || other.level <= own.level ? [] : [`${path} imports ${of}`];
      return /^(web|tests|scripts|src)\//.test(of) ? [`${path} imports ${of}`] : [];
    });
  }),
  {
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
);

rule(
  'a room of the web app imports only itself and rooms of earlier rows',
  eachFile((path, source) => {
    if (!path.startsWith('web/')) return [];
    const own = roomOf(path, WEB_ROOMS);
    if (!own) return [`${path} is in no room of the table`];
    return imports(path, source)
      .filter(({ of }) => of.startsWith('web/'))
      .flatMap(({ of }) => {
        const other = roomOf(of, WEB_ROOMS);
        return other && (other.name === own.name || other.level < own.level) ? [] : [`${path} imports ${of}`];
      });
  }),
  {
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

/** Returns the row and the name of the room that contains a file, or null if no room contains it. */
function roomOf(path: string, table: string[][]) {
  const level = table.findIndex((names) => names.some((name) => isIn(path, name)));
  return level < 0 ? null : { level, name: table[level]?.find((name) => isIn(path, name)) };
}

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
