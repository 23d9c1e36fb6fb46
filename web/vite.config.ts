import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, '../dist/web');
const server = process.env.DEV_SERVER ?? 'http://localhost:3000';

/** What only lists of messages need; the dashboard starts without it. */
const LIST =
  /@tanstack[\\/](react-virtual|virtual-core)|contract[\\/](embeds|search|terms|messages)|[\\/]web[\\/](previews|search|messages[\\/](?!AddCard|MessageDialogs|drafts|live|use-live))/;
/** What only an open menu needs. */
const POPUP = /node_modules[\\/](@floating-ui|@mantine[\\/]core[\\/].*[\\/](Menu|Popover|Floating)[\\/])/;
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|@tanstack|@trpc|use-sync-external-store|seroval)/;
const UI = /node_modules[\\/](@mantine[\\/](core|hooks)|clsx|react-remove-scroll)/;
const OURS = /[\\/](web|contract|icons-react|zod)[\\/]/;

/**
 * Chunks that change rarely and that nearly every screen needs: fewer requests, and they stay cached over
 * releases. Each takes along what it builds on, so the general ones come first.
 */
const groups = [
  { name: 'vendor', test: (id: string) => VENDOR.test(id) && !LIST.test(id) },
  { name: 'ui', test: (id: string) => UI.test(id) && !POPUP.test(id), minShareCount: 2 },
  // a few dozen icons, contracts and small parts: as chunks of their own they would be a request each
  {
    name: 'shared',
    test: (id: string) => OURS.test(id) && !LIST.test(id),
    minShareCount: 3,
    maxModuleSize: 12_000,
  },
  { name: 'popup', test: POPUP },
  { name: 'list', test: LIST, minShareCount: 2 },
];

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react(), fastStart(), compressed()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
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

/** The chunks of the first screen, by its path; every other signed-in screen starts with the frame alone. */
const FIRST_SCREENS = {
  '/login': ['/auth/LoginPage.tsx'],
  '/': ['/shell/Layout.tsx', '/boards/DashboardPage.tsx'],
  '*': ['/shell/Layout.tsx'],
};

/**
 * Two waits less before the first screen: its chunks are fetched along with the rest, not once it is known which
 * screen that is; and the style sheet does not hold up the boot screen, which brings its own (main.tsx waits for it).
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
          if (known.has(fileName)) return known;
          known.add(fileName);
          const chunk = chunks.find((chunk) => chunk.fileName === fileName);
          for (const imported of chunk?.imports ?? []) filesOf(imported, known);
          return known;
        };
        const screens = Object.entries(FIRST_SCREENS).map(([path, modules]) => {
          const roots = modules.map(
            (module) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module))!,
          );
          return [path, [...new Set(roots.flatMap(({ fileName }) => [...filesOf(fileName)]))]];
        });
        const children = `const f=${JSON.stringify(Object.fromEntries(screens))};for(const h of f[location.pathname]??f['*']){const l=document.createElement('link');l.rel='modulepreload';l.href='/'+h;document.head.append(l)}`;
        return {
          html: html.replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"'),
          tags: [{ tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, children, injectTo: 'head' }],
        };
      },
    },
  };
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
