import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { VisibleError } from '../../app/errors';
import { createIdleWorker, type WorkerLike } from '../../app/idle-worker';
import { type Message, readFrames, toFrame } from './frames';

// Foreign files and pictures are looked at in a process of its own, a cage, which is ended when it takes too much
// memory or time. It keeps them from stopping the server; it is no sandbox against code that runs in it.

/** First argument of the program if the process is a cage. */
export const CAGE = 'cage';

export type CageLimits = {
  megabytes: number;
  /** A process that has kept more after a request is replaced, because it gives memory back only at its end. */
  keptMegabytes?: number;
  /** Processor time and time of a request in milliseconds. */
  cpuMs: number;
  wallMs: number;
};

export type CageEnd = 'memory' | 'time' | 'fault';

export class CageEnded extends Error {
  constructor(readonly reason: CageEnd) {
    super({ memory: 'It took too much memory.', time: 'It took too long.', fault: 'It failed.' }[reason]);
  }
}

const NICE = 5;
const REFUSAL_MAX = 2_000;

export type Cage = {
  /** Rejects with a CageEnded if the process has ended, and with a VisibleError if it has refused the request. */
  ask(request: Message): Promise<Message>;
  end(error: Error): void;
  isRunning(): boolean;
};

/** Its process starts with a request. Ask for one thing at a time, because the limits of time count from the request. */
export function createCage(work: string, limits: CageLimits, { idleMs }: { idleMs: number }): Cage {
  const worker = createIdleWorker<Message, Message>({
    start: () => startProcess(work, limits),
    idleMs,
    toError: (message, crashed) => (crashed ? new CageEnded(message as CageEnd) : new Error(message)),
  });
  return {
    ...worker,
    async ask(request) {
      const { refused, spent, ...answer } = await worker.ask(request);
      if (spent) worker.end(new Error('The process is replaced.'));
      if (refused) throw toRefusal(refused as { code: TRPC_ERROR_CODE_KEY; message: string });
      return answer;
    },
  };
}

const toRefusal = ({ code, message }: { code: TRPC_ERROR_CODE_KEY; message: string }) =>
  new VisibleError(code === 'NOT_FOUND' ? code : 'BAD_REQUEST', String(message).slice(0, REFUSAL_MAX));

function startProcess(work: string, limits: CageLimits): WorkerLike {
  const child = Bun.spawn([...program(), CAGE, work, JSON.stringify(limits)], {
    cwd: '/', // in the folder of the server is perhaps a .env file with secrets
    env: {},
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  child.unref();
  lowerPriority(child.pid);
  let isLate = false;
  let timer: Timer | undefined;
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage(message: Message) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, limits.wallMs);
      Promise.resolve(child.stdin.write(toFrame(message)))
        .then(() => child.stdin.flush())
        .catch(() => {}); // the process has ended, which is reported below
    },
    terminate() {
      clearTimeout(timer);
      child.kill('SIGKILL');
    },
  };
  const pass = async () => {
    for await (const data of readFrames(child.stdout)) {
      clearTimeout(timer);
      worker.onmessage?.({ data } as MessageEvent);
    }
  };
  pass()
    .catch(() => child.kill('SIGKILL'))
    .then(() => child.exited)
    .then(() => {
      clearTimeout(timer);
      const message: CageEnd =
        isLate || child.signalCode === 'SIGXCPU'
          ? 'time'
          : child.signalCode === 'SIGKILL'
            ? 'memory'
            : 'fault';
      worker.onerror?.({ message } as ErrorEvent);
    });
  return worker;
}

/** In the executable, the program is the file of the process; otherwise the process is Bun. */
export const program = (): string[] =>
  import.meta.url.includes('/$bunfs/') || import.meta.url.includes('/~BUN/')
    ? [process.execPath]
    : [process.execPath, fileURLToPath(new URL('../../main.ts', import.meta.url))];

/** Its threads inherit this if it is set before they start. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE);
  } catch {
    // the process has ended already
  }
}
