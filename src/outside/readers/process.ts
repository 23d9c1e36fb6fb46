import { program } from '../cage/cage';

/** First argument of the program if the process is a reader. */
export const READER = 'reader';

/** It ends when this process ends. */
export function startReader<In, Out>(given: unknown, onMessage: (message: In) => void) {
  const child = Bun.spawn([...program(), READER, JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'json',
    ipc: onMessage,
  });
  return {
    exited: child.exited,
    kill: () => child.kill('SIGKILL'),
    send(message: Out): void {
      try {
        child.send(message);
      } catch {} // it has ended, which `exited` tells
    },
  };
}
