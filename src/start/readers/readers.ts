import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Server } from 'bun';
import type { App } from '../../app/app';
import type { Config } from '../../app/config/config';
import { READERS_SOCKET } from '../../app/data-folder/data-folder';
import { readersOf, readersWanted } from '../../app/readers';
import { VERSION } from '../../app/version';
import { onBehalf } from '../../http/readers/passing-on';
import { inReadTurns } from '../../http/readers/reads';
import { listenError } from '../../http/routes';
import { serve } from '../../http/server';
import { BOOT } from '../../people/versions';
import { keepReader } from './keeping';
import type { Given } from './messages';

/** Readers of a server that was killed take a moment to end. */
const PORT_WITHIN_MS = 5_000;
const PORT_EVERY_MS = 50;

/** Two servers that share their port by mistake would each get half of the requests. */
export async function listenBeside(app: App): Promise<Server<unknown>> {
  await waitForPort(app.config);
  const server = listenAgain(app);
  app.config.port = server.port ?? app.config.port;
  return server;
}

const listenAgain = (app: App) => serve(app, { reusePort: true, arrange: inReadTurns(app) });

async function waitForPort({ port, host: hostname }: Config): Promise<void> {
  for (const began = performance.now(); ; await Bun.sleep(PORT_EVERY_MS))
    try {
      return Bun.listen({ port, hostname, socket: { data() {} } }).stop(true);
    } catch (error) {
      if (performance.now() - began > PORT_WITHIN_MS)
        throw listenError(error, `PORT ${port} on HOST ${hostname}`);
    }
}

export function startReaders(
  app: App,
  first: Server<unknown>,
): { port: Pick<Server<unknown>, 'stop'>; stop(): Promise<void> } {
  const { list } = readersOf(app);
  let server: Server<unknown> | null = first;
  const socket = join(resolve(app.config.dataDir), READERS_SOCKET);
  rmSync(socket, { force: true });
  const inner = serve(app, { unix: socket, arrange: onBehalf });
  const { publicUrl, simulatorUrl } = app;
  const given: Omit<Given, 'number'> = {
    ...{ version: VERSION, boot: BOOT },
    ...{ port: app.config.port, socket, publicUrl, simulatorUrl },
  };
  const readers = Array.from({ length: readersWanted(app.config) }, (_, at) =>
    keepReader(app, { ...given, number: at + 1 }, sharePort),
  );

  /** With few processors, reads in the writer, too, would take from the readers the time for what they pass on. */
  function sharePort(): void {
    if (app.stopping) return;
    const isLeft = list.some(({ isUp }) => isUp) && availableParallelism() <= list.length + 1;
    if (isLeft) void server?.stop();
    server = isLeft ? null : (server ?? listenAgain(app));
  }

  readersOf(app).announce = (message) => {
    for (const reader of readers) reader.announce(message);
  };
  return {
    port: { stop: async (now) => server?.stop(now) },
    async stop() {
      await Promise.all(readers.map((reader) => reader.stop()));
      await inner.stop(true);
      rmSync(socket, { force: true });
    },
  };
}
