import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import type { App } from '../app';
import { findSession } from '../auth/sessions';
import { CLOSE_CODES, identify } from '../contract/events';
import { VisibleError } from '../errors';
import type { Listener } from '../realtime/hub';
import { refuseCrossSite } from './context';

/** Tabs of one browser; more than that is somebody trying what we bear. */
const SOCKETS_A_SESSION = 50;
/** Messages a second that a client may send; it has one thing to say. */
const HEARD_A_SECOND = 5;

export type Socket = { session: string; userId: number; listener?: Listener; heard: number; since: number };

/**
 * GET /ws/messages: opens the socket in the name of the caller's session (design 9). Throws 401 without one, 403
 * for another site's page, 400 for what is no upgrade.
 */
export function openSocket(app: App, request: Request, server: Server<unknown>): undefined {
  refuseCrossSite(app, request);
  const session = findSession(app, request.headers.get('cookie'));
  if (!session) throw new VisibleError('UNAUTHORIZED', 'Please sign in.');
  if (app.hub.count(session.id) >= SOCKETS_A_SESSION)
    throw new VisibleError('TOO_MANY_REQUESTS', 'Too many pages are open.', { retryAfter: 60 });
  const data: Socket = { session: session.id, userId: session.userId, heard: 0, since: 0 };
  if (!server.upgrade(request, { data }))
    throw new VisibleError('BAD_REQUEST', 'This address is a WebSocket.');
}

/** A reader that does not keep up is cut; it reconnects and catches up by its polls. */
export function socketHandler(app: App): WebSocketHandler<Socket> {
  return {
    idleTimeout: 60,
    sendPings: true,
    maxPayloadLength: 1024,
    backpressureLimit: 64 * 1024,
    closeOnBackpressureLimit: true,
    open(socket) {
      const { session } = socket.data;
      const listener: Listener = {
        session,
        send: (text) => void socket.send(text),
        close: (code, reason) => socket.close(code, reason),
      };
      socket.data.listener = listener;
      app.hub.join(listener);
    },
    message: hear,
    close({ data: { listener } }) {
      if (listener) app.hub.leave(listener);
    },
  };
}

function hear(socket: ServerWebSocket<Socket>, message: string | Buffer) {
  const { data } = socket;
  const now = performance.now();
  if (now - data.since > 1000) Object.assign(data, { heard: 0, since: now });
  data.heard += 1;
  if (data.heard > HEARD_A_SECOND) return socket.close(CLOSE_CODES.refused, 'Too many messages.');
  const said = identify.safeParse(parse(message));
  if (said.success && said.data.userId !== data.userId)
    socket.close(CLOSE_CODES.refused, 'This session is of another user.');
}

function parse(message: string | Buffer): unknown {
  try {
    return JSON.parse(String(message));
  } catch {
    return null;
  }
}
