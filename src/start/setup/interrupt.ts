import { VisibleError } from '../../app/errors';

export function leave(): never {
  throw new VisibleError('BAD_REQUEST', 'Nothing was written.');
}

/** This function is needed only while no question is shown, because a question reads Ctrl-C itself. */
export async function unlessInterrupted<T, U>(
  act: (signal: AbortSignal) => Promise<T>,
  otherwise: () => U,
): Promise<T | U> {
  const controller = new AbortController();
  let interrupt = () => {};
  const interrupted = new Promise<'interrupted'>((resolve) => {
    interrupt = () => {
      controller.abort();
      resolve('interrupted');
    };
  });
  process.on('SIGINT', interrupt);
  try {
    const result = await Promise.race([act(controller.signal).then((value) => ({ value })), interrupted]);
    return result === 'interrupted' ? otherwise() : result.value;
  } finally {
    process.off('SIGINT', interrupt);
  }
}
