import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { boot } from './build/boot';
import { groups } from './build/chunks';
import { compileEarly } from './build/compile-early';
import { extension } from './build/extension';
import { listModules } from './build/modules';
import { precompress } from './build/precompress';
import { worker } from './build/worker';

const outDir = join(import.meta.dirname, '../dist/web');
const extensionDir = join(import.meta.dirname, '../dist/extension');
const modules = join(import.meta.dirname, '../dist/modules-of-web.json');
const { DEV_SERVER = 'http://localhost:3000', DEV_SIMULATOR = 'http://localhost:3001' } = process.env;

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  plugins: [
    react(),
    boot(),
    compileEarly(),
    worker(),
    extension(extensionDir),
    precompress(outDir),
    listModules(modules),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy forbids scripts and fonts in data: URLs
    rolldownOptions: {
      // these packages have no side effects, but do not declare that
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 5173),
    proxy: {
      '^/trpc/(.*,)?simulator\\.': { target: DEV_SIMULATOR },
      '/api': { target: DEV_SERVER },
      '/trpc': { target: DEV_SERVER },
      '/ws': { target: DEV_SERVER, ws: true },
    },
  },
});
