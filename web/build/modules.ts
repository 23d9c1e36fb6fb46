import { writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { ROOT } from './chunks';

/** Writes which modules of packages are loaded, for their licenses. */
export function listModules(file: string): Plugin {
  return {
    name: 'list-modules',
    apply: 'build',
    async generateBundle() {
      const modules = [...this.getModuleIds()]
        .map((id) => id.replaceAll('\\', '/'))
        .filter((id) => id.includes('/node_modules/') && id.startsWith(ROOT));
      await writeFile(file, JSON.stringify(modules.map((id) => id.slice(ROOT.length)).sort()));
    },
  };
}
