import { join } from 'node:path';
import { READERS_SOCKET } from '../../src/app/data-folder/data-folder';
import { readersOf } from '../../src/app/readers';
import { VERSION } from '../../src/app/version';
import { onBehalf } from '../../src/http/readers/passing-on';
import type { Routes } from '../../src/http/routes';
import { serve } from '../../src/http/server';
import { BOOT } from '../../src/people/versions';
import { keepReader } from '../../src/start/readers/keeping';
import type { FromReader, FromWriter, Given } from '../../src/start/readers/messages';
import { startReading } from '../../src/start/readers/reader';
import type { TestApp } from './app';

/** Readers in this process, each on a port of its own. They are told what a process would be told. */
export function withReaders(app: TestApp, count: number) {
  const socket = join(app.config.dataDir, READERS_SOCKET);
  const passedOn: string[] = [];
  const noting = (routes: Routes): Routes =>
    Object.fromEntries(
      Object.entries(onBehalf(routes)).map(([route, handler]) => [
        route,
        (request: Request, server) => {
          passedOn.push(request.url);
          return handler(request as never, server);
        },
      ]),
    );
  const inner = serve(app, { unix: socket, arrange: noting });
  const started: ReturnType<typeof startReading>[] = [];
  const start = (given: Given, onMessage: (message: FromReader) => void) => {
    const { promise: exited, resolve } = Promise.withResolvers<number>();
    const listeners: ((message: FromWriter) => void)[] = [];
    const link = {
      send: (message: FromReader) => onMessage(JSON.parse(JSON.stringify(message))),
      onMessage: (listener: (message: FromWriter) => void) => void listeners.push(listener),
    };
    const reader = startReading(app.config, given, link, app.clock.now);
    started.push(reader);
    return {
      exited,
      kill: () => {},
      send(message: FromWriter) {
        for (const listener of listeners) listener(message);
        if ('stop' in message) void reader.stop().then(() => resolve(0));
      },
    };
  };
  const { publicUrl, simulatorUrl } = app;
  const given = { version: VERSION, boot: BOOT, port: 0, socket, publicUrl, simulatorUrl };
  const kept = Array.from({ length: count }, (_, at) =>
    keepReader(app, { ...given, number: at + 1 }, () => {}, start),
  );
  readersOf(app).announce = (message) => {
    for (const reader of kept) reader.announce(message);
  };
  return {
    readers: started,
    passedOn,
    urls: started.map(({ server }) => `http://127.0.0.1:${server.port}`),
    async [Symbol.asyncDispose]() {
      await Promise.all(kept.map((reader) => reader.stop()));
      await inner.stop(true);
    },
  };
}
