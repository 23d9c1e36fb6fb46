import type { Plugin } from 'vite';
import { FIRST_MODULES } from '../first-screen';
import { ROOT } from './chunks';

const CHUNKS = new Set(['vendor', 'start', 'home', 'signed-out', 'list']);
const SCREENS = new Set(
  [
    'web/main.tsx',
    ...FIRST_MODULES['/login']!,
    ...FIRST_MODULES['/']!,
    'web/messages/AllTextsPage.tsx',
    'web/messages/BoardPage.tsx',
  ].map((path) => ROOT + path),
);
/**
 * Tells V8, as the first line of a script, to compile all functions of that script. Other engines ignore the
 * line.
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes V8 compile all functions of the first screens' chunks in another thread while the chunks arrive.
 * Otherwise V8 compiles each function on the main thread at its first call. That compilation is a fifth of
 * the work until the first screen is shown.
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && (CHUNKS.has(file.name) || SCREENS.has(file.facadeModuleId ?? '')))
            file.code = HINT + file.code;
      },
    },
  };
}
