import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, '../dist/web');
const server = process.env.DEV_SERVER ?? 'http://localhost:3000';

/** Chunks that change rarely and that nearly every screen needs: fewer requests, and they stay cached over releases. */
const groups = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)|@trpc|use-sync-external-store|seroval)/,
  },
  {
    name: 'ui',
    test: /node_modules[\\/](@mantine[\\/](core|hooks)|@floating-ui|clsx|react-remove-scroll)/,
    minShareCount: 2,
  },
  // a few dozen icons, contracts and small parts: as chunks of their own they would be a request each
  {
    name: 'shared',
    test: /[\\/](web|contract|icons-react|zod)[\\/]/,
    minShareCount: 3,
    maxModuleSize: 12_000,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [react(), compressed()],
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
