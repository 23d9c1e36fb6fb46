import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import type { App } from '../app/app';
import { signedOut, VisibleError } from '../app/errors';
import type { Listener } from '../app/hub';
import { CLOSE_CODES, identify } from '../contract/events';
import { findSession } from '../people/auth/sessions';
import { markTokenUsed, requireToken } from '../people/auth/tokens';
import { readBearer, refuseCrossSite } from './context';

/** Maximum number of open sockets of one session. A browser opens a socket for each tab. */
const SOCKETS_MAX = 50;
const MESSAGES_A_SECOND = 5;

export type Socket = {
  session: string;
  userId: number;
  listener?: Listener;
  /** Number of messages received since `since`, the time at which the present second of counting began. */
  received: number;
  since: number;
};

export function openSocket(app: App, request: Request, server: Server<unknown>): undefined {
  refuseCrossSite(app, request);
  const bearer = readBearer(request);
  const session =
    bearer === null ? findSession(app, request.headers.get('cookie')) : findTokenSession(app, bearer);
  if (!session) throw signedOut();
  if (app.hub.count(session.id) >= SOCKETS_MAX)
    throw new VisibleError('too_many_sockets', 'Too many pages are open.', { retryAfter: 60 });
  const data: Socket = { session: session.id, userId: session.userId, received: 0, since: 0 };
  if (!server.upgrade(request, { data }))
    throw new VisibleError('websocket_only', 'This address is a WebSocket.');
}

function findTokenSession(app: App, bearer: string): { id: string; userId: number } {
  const { id, hash, userId } = requireToken(app, bearer);
  markTokenUsed(app, id);
  return { id: hash, userId };
}

/**
 * It disconnects a client that sends too many messages, sends the id of another user than the user of its
 * session, or reads too slowly.
 */
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
    message: receive,
    close({ data: { listener } }) {
      if (listener) app.hub.leave(listener);
    },
  };
}

function receive(socket: ServerWebSocket<Socket>, message: string | Buffer) {
  const { data } = socket;
  const now = performance.now();
  if (now - data.since > 1000) Object.assign(data, { received: 0, since: now });
  data.received += 1;
  if (data.received > MESSAGES_A_SECOND) return socket.close(CLOSE_CODES.refused, 'Too many messages.');
  const identity = identify.safeParse(parseJson(message));
  if (identity.success && identity.data.userId !== data.userId)
    socket.close(CLOSE_CODES.refused, 'This session is of another user.');
}

function parseJson(message: string | Buffer): unknown {
  try {
    return JSON.parse(String(message));
  } catch {
    return null;
  }
}
