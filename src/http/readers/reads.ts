import type { Server } from 'bun';
import type { App } from '../../app/app';
import { needsWriter } from '../../app/errors';
import { procedureCalls, routeOf } from '../calls';
import { appRouter } from '../router';
import type { Handler, Routes } from '../routes';
import { namesIn, TRPC } from '../trpc';
import { nextReadTurn } from '../turns';
import { passOn } from './passing-on';

/** Calls that read only the database. Others may read what the writer has in memory. */
const CALLS = procedureCalls(appRouter).filter(
  ({ meta }) => meta.versioned || meta.limit === 'search by a person',
);
const NAMES = new Set(CALLS.map(({ name }) => name));
const SOCKETS = 'GET /ws/messages';
const ROUTES = new Set([
  ...CALLS.map(routeOf),
  'GET /api/media/:id',
  'GET /api/media/:id/:width',
  'GET /api/previews/images/:id',
  'GET /api/avatars/:id',
  'GET /p/:address',
  'GET /p/:address/feed.atom',
  'GET /p/:address/feed.json',
  'GET /p/:address/media/:id',
  'GET /p/:address/media/:id/:width',
  '/healthz',
  '/*',
]);

const isRead = (route: string, { method, url }: Request): boolean =>
  ROUTES.has(route) ||
  (route === TRPC &&
    method === 'GET' &&
    namesIn(url)
      .split(',')
      .every((name) => NAMES.has(name)));

type Answer = ReturnType<Handler>;
type Act = (request: Request, server: Server<unknown>) => Answer;

/** Writes go first, wherever they come. */
export const inReadTurns =
  (app: App, pass?: Act) =>
  (routes: Routes): Routes =>
    Object.fromEntries(
      Object.entries(routes).map(([route, handler]) => {
        const act = handler as Act;
        if (route === SOCKETS) return [route, act]; // it cannot be opened in a later turn
        const read = pass ? orPassOn(act, pass) : act;
        return [
          route,
          (request: Request, server) => {
            if (!isRead(route, request)) return (pass ?? act)(request, server);
            const turn = nextReadTurn(app);
            return turn
              ? (turn.then(() => read(request, server)) as Promise<Response>)
              : read(request, server);
          },
        ];
      }),
    );

/** What a reader cannot do, or fails at, is left to the writer, which also says why. */
const orPassOn =
  (act: Act, pass: Act): Act =>
  (request, server) => {
    const orPass = (response: Response) => (response.status >= 500 ? pass(request, server)! : response);
    const recover = (thrown: unknown) => {
      if (needsWriter(thrown)) return pass(request, server)!;
      throw thrown;
    };
    try {
      const answer = act(request, server);
      return answer instanceof Promise ? answer.then(orPass).catch(recover) : answer && orPass(answer);
    } catch (thrown) {
      return recover(thrown);
    }
  };

export const ofReader = (app: App, socket: string) =>
  inReadTurns(app, (request, server) => passOn(socket, request, server));
