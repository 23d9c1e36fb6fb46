import { expect } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { User } from '../../../db/schema';
import { type HookInput, hookInput } from '../../../src/contract/hooks';
import { createHook, listDeliveries } from '../../../src/messages/hooks/hooks';
import { sendHooks } from '../../../src/messages/hooks/sending';
import { testApp } from '../../support/app';
import { house } from '../../support/house';
import { NO_BROWSER } from '../../support/people';
import { testIn } from '../../support/test-in';

type Call = { path: string; headers: Record<string, string>; body: string };

/** A receiver answers 204, or what is planned for the path. */
export function startReceiver() {
  const calls: Call[] = [];
  const planned = new Map<string, (() => Response | Promise<Response>)[]>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = new URL(request.url).pathname;
      calls.push({ path, headers: Object.fromEntries(request.headers), body: await request.text() });
      const answer = planned.get(path)?.shift();
      return answer ? answer() : new Response(null, { status: 204 });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    calls,
    url: (path: string) => url + path,
    plan: (path: string, ...answers: (() => Response | Promise<Response>)[]) =>
      void planned.set(path, answers),
    stop: () => server.stop(true),
  };
}

export const status =
  (status: number, headers = {}) =>
  () =>
    new Response(null, { status, headers });

export const world = () => {
  const receiver = startReceiver();
  const app = testApp({ WEBHOOK_ALLOW: '127.0.0.1' });
  const { owner, member, id: boardId } = house(app);
  const make = (user: User, path: string, input: Partial<HookInput> = {}) => {
    const given = hookInput.parse({ url: receiver.url(path), ...input });
    const { hook, secret } = createHook(app, user, given, NO_BROWSER);
    return { ...hook, path, secret, webhook: new Webhook(secret) };
  };
  type Made = ReturnType<typeof make>;
  /** What came there, each checked by the library of the specification. */
  const receivedAt = ({ path, webhook }: Pick<Made, 'path' | 'webhook'>) =>
    receiver.calls
      .filter((call) => call.path === path)
      .map(
        ({ headers, body }) =>
          webhook.verify(body, headers) as { type: string; timestamp: string; data: never },
      );
  return {
    app,
    receiver,
    owner,
    member,
    boardId,
    make,
    receivedAt,
    send: () => sendHooks(app),
    /** Types with the ids of their messages. */
    typesAt: (made: Pick<Made, 'path' | 'webhook'>) =>
      receivedAt(made).map(({ type, data }: { type: string; data: { message?: { id: number } } }) =>
        data.message?.id ? `${type} ${data.message.id}` : type,
      ),
    logOf: (user: User, id: number) =>
      listDeliveries(app, user, id).map(({ type, state, attempts, status }) => ({
        type,
        state,
        attempts,
        status,
      })),
    async [Symbol.asyncDispose]() {
      await receiver.stop();
      await app[Symbol.asyncDispose]();
    },
  };
};

export const test = testIn(world);
export { expect };
