import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';
import { BUILD_META, WORKER_PATH } from '../worker/names';
import { buildScript } from './script';

export function worker(): Plugin {
  let id = '';
  return {
    name: 'worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        id = createHash('sha256')
          .update(html)
          .update(filesOf(bundle).join())
          .digest('base64url')
          .slice(0, 12);
        return [{ tag: 'meta', attrs: { name: BUILD_META, content: id }, injectTo: 'head' }];
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const constants = { BUILD: JSON.stringify(id), FILES: JSON.stringify(filesOf(bundle)) };
        this.emitFile({
          type: 'asset',
          fileName: WORKER_PATH.slice(1),
          // a classic script, because not every browser runs a service worker that is a module
          source: await buildScript('web/worker/worker.ts', constants),
        });
      },
    },
  };
}

const filesOf = (bundle: Rolldown.OutputBundle): string[] =>
  Object.keys(bundle)
    .filter((name) => name.startsWith('assets/'))
    .map((name) => `/${name}`)
    .sort();
