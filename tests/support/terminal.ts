import { executable } from './command';
import { until } from './server';

const SIZE = { cols: 80, rows: 200 };

export const KEYS = { enter: '\r', down: '\x1b[B', ctrlC: '\x03', clear: '\x15' };

type Options = { cwd: string; env?: Record<string, string>; file?: string };

export function openTerminal(args: string[], { cwd, env = {}, file = executable() }: Options) {
  let written = '';
  let seen = 0;
  const decoder = new TextDecoder();
  const program = Bun.spawn([file, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', LANG: 'en_US.UTF-8', ...env },
    terminal: {
      ...SIZE,
      data: (_terminal, bytes) => {
        written += decoder.decode(bytes, { stream: true });
      },
    },
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });

  async function wait(words: string): Promise<void> {
    const end = () => plain(written).indexOf(words, seen);
    await until(() => {
      if (end() < 0 && program.exitCode !== null)
        throw new Error(`It ended with ${program.exitCode} before it wrote "${words}": ${plain(written)}`);
      return end() >= 0;
    }).catch((error) => {
      throw new Error(`No "${words}" in: ${plain(written).slice(seen)}`, { cause: error });
    });
    seen = end() + words.length;
  }

  const type = (keys: string) => void program.terminal?.write(keys);

  return {
    program,
    wait,
    type,
    async reply(question: string, keys: string) {
      await wait(question);
      type(keys);
    },
    raw: () => written,
    lines: () => written.split(LINE_END).map((line) => Bun.stripANSI(line)),
    text: () => plain(written),
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL');
      await program.exited;
      program.terminal?.close();
    },
  };
}

const LINE_END = /\r?\n|\x1b\[\d*[A-HJK]/;

const plain = (text: string) => Bun.stripANSI(text).replaceAll(/[\s│]+/g, ' ');
