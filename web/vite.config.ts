import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { addressOf, FIRST_CALLS, forPath } from './first-calls';

const outDir = join(import.meta.dirname, '../dist/web');
const server = process.env.DEV_SERVER ?? 'http://localhost:3000';

/** What every screen stands on. */
const VENDOR =
  /^node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)|@trpc|use-sync-external-store|clsx|get-nonce)\b(?!-)/;
/** The components that the first screens show; those of dialogs, menus and forms come with them. */
const PARTS =
  /^node_modules\/@mantine\/(hooks|core\/esm\/(core|components\/(Button|ActionIcon|TextInput|InputBase|Input|Avatar|Skeleton|CloseButton|Loader|UnstyledButton)))\//;
const OVERLAYS = /^node_modules\/(@mantine|@floating-ui|react-remove-scroll)/;
const SCHEMAS = /^(src\/contract\/(?!embeds|search|terms)|node_modules\/zod\/)/;
/** What only lists of messages need. */
const LIST = /@tanstack\/(react-virtual|virtual-core)|^src\/contract\/|^web\/(previews|search|messages)\//;
const ICONS = /^node_modules\/@tabler\//;
const OURS = /^(web|src)\//;

const root = `${join(import.meta.dirname, '..').replaceAll('\\', '/')}/`;
const isOf = (set: RegExp) => (id: string) => id.startsWith(root) && set.test(id.slice(root.length));

/** Of our own modules those that these screens cannot be drawn without. */
function neededBy(...screens: string[]) {
  let needed: Set<string>;
  return (id: string, context: Rolldown.ChunkingContext) => {
    const follow = (id: string) => {
      if (needed.has(id) || !isOf(OURS)(id)) return;
      needed.add(id);
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) follow(imported);
    };
    if (!needed) {
      needed = new Set();
      for (const screen of screens) follow(root + screen);
    }
    return needed.has(id);
  };
}
const byAnybody = neededBy('web/main.tsx', 'web/routes.tsx', 'web/auth/LoginPage.tsx');
const bySignedIn = neededBy('web/shell/Layout.tsx', 'web/dashboard/DashboardPage.tsx');

/**
 * Chunks that change rarely and that nearly every screen needs: fewer requests, and they stay cached over
 * releases. Each takes along what it builds on, so the general ones come first.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'vendor',
    test: (id) => isOf(VENDOR)(id) || id.startsWith('\0vite/') || id.startsWith('\0rolldown/'),
  },
  { name: 'parts', test: isOf(PARTS), minShareCount: 2 },
  { name: 'icons', test: isOf(ICONS), minShareCount: 2 },
  { name: (id, context) => (byAnybody(id, context) ? 'start' : null), minShareCount: 2 },
  { name: (id, context) => (bySignedIn(id, context) ? 'home' : null), minShareCount: 2 },
  { name: 'overlays', test: isOf(OVERLAYS), minShareCount: 2 },
  { name: 'schemas', test: isOf(SCHEMAS), minShareCount: 2 },
  { name: 'list', test: isOf(LIST), minShareCount: 2 },
  { name: 'shared', test: isOf(OURS), minShareCount: 3 },
];

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react(), fastStart(), compressed()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or fonts
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: Number(process.env.PORT ?? 5173),
    proxy: {
      '/api': { target: server },
      '/trpc': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
});

/** What the first screen is made of, by the first part of its path. */
const FIRST_SCREENS = {
  '/login': ['web/auth/LoginPage.tsx'],
  '/join': ['web/invites/JoinPage.tsx'],
  '/phone': ['web/phone/PhonePage.tsx'],
  '/': ['web/shell/Layout.tsx', 'web/dashboard/DashboardPage.tsx'],
  '*': ['web/shell/Layout.tsx'],
};

/**
 * Three waits less before the first screen: its chunks, its style sheets and what it has to ask the server are
 * fetched along with the rest, not once it is known which screen that is. All of that comes after the boot screen,
 * which brings its own style (main.tsx waits for the others).
 */
function fastStart(): Plugin {
  return {
    name: 'fast-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const filesOf = (fileName: string, known = new Set<string>()): Set<string> => {
          const chunk = chunks.find((chunk) => chunk.fileName === fileName);
          if (!chunk || known.has(fileName)) return known;
          known.add(fileName);
          for (const sheet of chunk.viteMetadata?.importedCss ?? []) known.add(sheet);
          for (const imported of chunk.imports) filesOf(imported, known);
          return known;
        };
        const everywhere = filesOf(chunks.find((chunk) => chunk.isEntry)!.fileName);
        const screens = Object.entries(FIRST_SCREENS).map(([path, modules]) => {
          const roots = ['web/routes.tsx', ...modules].map(
            (module) => chunks.find((chunk) => chunk.facadeModuleId === root + module)!,
          );
          const files = new Set(roots.flatMap(({ fileName }) => [...filesOf(fileName)]));
          return [path, [...files].filter((file) => !everywhere.has(file))];
        });
        const children = `(${preloadFirst})(${JSON.stringify(Object.fromEntries(screens))},${JSON.stringify(FIRST_REQUESTS)},${forPath})`;
        return {
          html: html
            .replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"')
            .replaceAll(
              /<(script type="module"|link rel="(modulepreload|preload" as="style)")/g,
              '<$1 fetchpriority="low"',
            ),
          tags: [{ tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, children, injectTo: 'head' }],
        };
      },
    },
  };
}

const FIRST_REQUESTS = Object.fromEntries(
  Object.entries(FIRST_CALLS).map(([path, calls]) => [path, addressOf(calls)]),
);

/** Runs in the page, where it is written out: it refers to nothing but its arguments. */
function preloadFirst(
  files: Record<string, string[]>,
  requests: Record<string, string>,
  forPath: <T>(table: Record<string, T>, path: string) => T,
) {
  const load = (href: string, how: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement('link'), how, { href }));
  load(forPath(requests, location.pathname), { rel: 'preload', as: 'fetch', crossOrigin: '' });
  for (const file of forPath(files, location.pathname)) {
    const how = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    load(`/${file}`, { ...how, fetchPriority: 'low', crossOrigin: '' });
  }
}

/** Writes a .br and a .gz beside every asset that shrinks, so that the server never compresses at run time. index.html changes with each request and is left out. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true });
      for (const file of files.filter((file) => /\.(js|css|svg|txt|json|webmanifest)$/.test(file))) {
        const path = join(outDir, file);
        const body = await readFile(path);
        if (body.length < 600) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        };
        await writeFile(`${path}.br`, await brotli(body, { params }));
        await writeFile(`${path}.gz`, await zip(body, { level: 9 }));
      }
    },
  };
}
