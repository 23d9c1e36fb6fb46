import { build, type Rolldown } from 'vite';
import { ROOT } from './chunks';

/**
 * Builds a TypeScript file and its imports as one classic script. Replaces the names in `define` with their
 * values, which are source code.
 */
export async function buildScript(file: string, define: Record<string, string> = {}): Promise<string> {
  const built = (await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: ROOT + file, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
