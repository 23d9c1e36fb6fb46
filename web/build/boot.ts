import type { Plugin, Rolldown } from 'vite';
import { FIRST_MODULES } from '../first-screen';
import { ROOT } from './chunks';
import { buildScript } from './script';

/**
 * Puts boot.ts into index.html. That script preloads the chunks, style sheets and queries of the first
 * screen. Without boot.ts, each file would be requested only after the script that
 * imports it has run, and the dashboard would be drawn after 2.7 s instead of 1.9 s (1.6 Mbit/s, 150 ms
 * latency); 0.2 s of the gain come from the queries. Scripts and style sheets are preloaded with low
 * priority. No style sheet delays the boot screen, because the styles of the boot screen are in index.html
 * itself. main.tsx waits for the style sheets.
 */
export function boot(): Plugin {
  return {
    name: 'boot',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const files = JSON.stringify(firstFiles(bundle).byPath);
        return {
          html: html
            .replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"')
            .replaceAll(
              /<(script type="module"|link rel="(modulepreload|preload" as="style)")/g,
              '<$1 fetchpriority="low"',
            ),
          tags: [
            {
              tag: 'script',
              attrs: { nonce: '__CSP_NONCE__' },
              // `FILES` is declared here and not replaced through `define`, because bundle.test.ts reads the
              // table as JSON
              children: `{const FILES=${files};${await buildScript('web/boot/boot.ts')}}`,
              injectTo: 'head',
            },
          ],
        };
      },
    },
  };
}

/**
 * Returns the chunks and style sheets that index.html names, and the further ones that each entry of
 * FIRST_MODULES needs.
 */
export function firstFiles(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const filesOf = (fileName: string, found = new Set<string>()): Set<string> => {
    const chunk = chunks.find((chunk) => chunk.fileName === fileName);
    if (!chunk || found.has(fileName)) return found;
    found.add(fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const imported of chunk.imports) filesOf(imported, found);
    return found;
  };
  const named = filesOf(chunks.find((chunk) => chunk.isEntry)!.fileName);
  const chunkOf = (module: string) => chunks.find((chunk) => chunk.facadeModuleId === ROOT + module)!;
  const byPath = Object.fromEntries(
    Object.entries(FIRST_MODULES).map(([path, modules]) => {
      const files = modules.flatMap((module) => [...filesOf(chunkOf(module).fileName)]);
      return [path, [...new Set(files)].filter((file) => !named.has(file))];
    }),
  );
  return { named, byPath };
}
