/** A thread, or a process that is used like one. */
export type WorkerLike = Pick<Worker, 'postMessage'> & {
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Options = {
  start: () => WorkerLike;
  idleMs: number;
  /** `crashed` is true if the worker itself has failed, and not only one request. */
  toError?: (message: string, crashed: boolean) => Error;
};

/** A worker that starts with a request, and ends when none has come for a while, to give back its memory. */
export function createIdleWorker<Request extends object, Answer extends object>({
  start,
  idleMs,
  toError = (message) => new Error(message),
}: Options) {
  const pending = new Map<number, PromiseWithResolvers<Answer>>();
  let worker: WorkerLike | null = null;
  let idle: Timer | undefined;
  let lastId = 0;

  function end(error: Error) {
    clearTimeout(idle);
    worker?.terminate();
    worker = null;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  function startWorker() {
    const started = start();
    started.onmessage = ({
      data: { id, error, ...answer },
    }: MessageEvent<{ id: number; error?: string }>) => {
      if (error !== undefined) pending.get(id)?.reject(toError(error, false));
      else pending.get(id)?.resolve(answer as Answer);
    };
    started.onerror = ({ message }) => worker === started && end(toError(message, true));
    return started;
  }

  return {
    end,
    isRunning: () => worker !== null,
    async ask(request: Request, { within, late }: { within?: number; late?: Error } = {}): Promise<Answer> {
      clearTimeout(idle);
      worker ??= startWorker();
      const id = ++lastId;
      const answer = Promise.withResolvers<Answer>();
      pending.set(id, answer);
      worker.postMessage({ id, ...request });
      const timer = within === undefined ? undefined : setTimeout(() => answer.reject(late), within);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        pending.delete(id);
        clearTimeout(idle);
        if (pending.size === 0) idle = setTimeout(() => end(new Error('idle')), idleMs).unref();
      }
    },
  };
}
