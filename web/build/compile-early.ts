import type { Plugin } from 'vite';
import { firstFiles } from './boot';

const HINT = '//# allFunctionsCalledOnLoad\n';

/** V8 then compiles these chunks in another thread while they arrive, a fifth of the work to be done. */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const { named, byPath } = firstFiles(bundle);
        const first = new Set([...named, ...Object.values(byPath).flat()]);
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && first.has(file.fileName)) file.code = HINT + file.code;
      },
    },
  };
}
