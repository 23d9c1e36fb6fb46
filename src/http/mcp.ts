import { type AnyTRPCRouter, getTRPCErrorFromUnknown } from '@trpc/server';
import type { Server as HttpServer } from 'bun';
import type { App } from '../app/app';
import { jsonOf } from '../app/composed-json';
import { diskErrorOf } from '../app/disk-errors';
import { VisibleError } from '../app/errors';
import { challengeOf, type Grant } from '../app/scopes';
import { type Context, messageOf, toTrpcError } from '../app/trpc';
import { VERSION } from '../app/version';
import { BATCH_MAX } from '../contract/limits';
import { parseBody, readText } from './body';
import { callProcedure } from './calls';
import { createContext } from './context';
import { BOARD_TEMPLATE, contentOf, listBoards, readBoard, tagIn } from './mcp-content';
import { readArguments, toolsFor } from './mcp-tools';
import { pointToMetadata } from './oauth';
import { errorResponse } from './rest';

/** Whoever has no token learns where to get one. */
export async function answerMcp(
  ...[app, router, request, server]: Parameters<typeof answer>
): Promise<Response> {
  try {
    return await answer(app, router, request, server);
  } catch (thrown) {
    const response = errorResponse(app, thrown);
    if (response.status === 401)
      response.headers.set(
        'www-authenticate',
        pointToMetadata(app, response.headers.get('www-authenticate')),
      );
    return response;
  }
}

async function answer(
  app: App,
  router: AnyTRPCRouter,
  request: Request,
  server: HttpServer<unknown>,
): Promise<Response> {
  const ctx = await createContext(app, request, server);
  const { token } = ctx;
  if (!token)
    throw new VisibleError(
      'UNAUTHORIZED',
      'Please sign in. MCP takes access tokens, which people make in their profile.',
      {
        challenge: challengeOf({}),
      },
    );
  const parsedBody = request.method === 'POST' ? await readMessages(request) : undefined;
  // imported here, because the package is large and most servers never get a request of MCP
  const { createMcpHandler, ResourceNotFoundError, Server } = await import('@modelcontextprotocol/server');
  const handler = createMcpHandler(
    () => {
      const mcp = new Server(
        { name: 'tagline', title: app.config.productName, version: VERSION },
        { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
      );
      const ask = async (name: string, input: object) =>
        JSON.parse(jsonOf(await callProcedure(router, ctx, { name, type: 'query' }, async () => input)));
      mcp.setRequestHandler('tools/list', () => ({
        tools: toolsFor(token).map(({ call: _, ...tool }) => tool),
      }));
      mcp.setRequestHandler('tools/call', ({ params: { name, arguments: input } }) =>
        callTool(router, { ...ctx, token }, name, input ?? {}),
      );
      mcp.setRequestHandler('resources/list', async () => ({ resources: await listBoards(ask) }));
      mcp.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [BOARD_TEMPLATE] }));
      mcp.setRequestHandler('resources/read', ({ params: { uri } }) => {
        const tag = tagIn(uri);
        if (tag === null) throw new ResourceNotFoundError(uri);
        return readBoard(app, ask, uri, tag);
      });
      return mcp;
    },
    { maxSubscriptions: 0 },
  );
  // the body is read already, so the request is passed on without its body
  const { url, method, headers, signal } = request;
  return handler.fetch(new Request(url, { method, headers, signal }), { parsedBody });
}

const INSTRUCTIONS =
  'Notes, links and photos that people save by text message. Each message is on one or more boards, which are named by hashtags. A board is private, or shared with other people.';

async function readMessages(request: Request): Promise<unknown> {
  const body = parseBody(await readText(request));
  if (Array.isArray(body) && body.length > BATCH_MAX)
    throw new VisibleError('batch_too_long', `Send at most ${BATCH_MAX} messages at once.`);
  return body;
}

/** Returns an error as a result, so that the model reads it and can try again. */
async function callTool(
  router: AnyTRPCRouter,
  ctx: Context & { token: Grant },
  name: string,
  input: Record<string, unknown>,
) {
  const tool = toolsFor(ctx.token).find((one) => one.name === name);
  if (!tool) return failure(`There is no tool ${name}, or this access token may not use it.`);
  try {
    const read = readArguments(tool, input);
    const result = await callProcedure(router, ctx, tool.call, async () => read);
    return await contentOf(ctx, tool, result);
  } catch (thrown) {
    const error = thrown instanceof VisibleError ? toTrpcError(thrown) : getTRPCErrorFromUnknown(thrown);
    if (error.code === 'INTERNAL_SERVER_ERROR' || diskErrorOf(error))
      ctx.app.faults.report(error.cause ?? error, 'a tool failed');
    return failure(messageOf(error));
  }
}

const failure = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });
