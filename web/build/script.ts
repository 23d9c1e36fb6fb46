import { build, type Rolldown } from 'vite';
import { ROOT } from './chunks';

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
