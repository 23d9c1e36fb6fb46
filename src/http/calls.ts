import { type AnyTRPCRouter, callTRPCProcedure, type TRPCProcedureType } from '@trpc/server';
import type { Server } from 'bun';
import type { z } from 'zod';
import type { App } from '../app/app';
import type { Answer, Context, Meta } from '../app/trpc';

export type Call = {
  name: string;
  type: TRPCProcedureType;
  method: string;
  path: string;
  meta: Meta;
  input?: z.core.$ZodType;
  answer: Answer;
  /** Media type of the request body; JSON if absent. */
  takes?: string;
  /** Media type of the answer; JSON if absent. */
  gives?: string;
};

export const procedureCalls = (router: AnyTRPCRouter): Call[] =>
  Object.entries(router._def.procedures as Record<string, Procedure>).map(([name, { _def }]) =>
    toCall({ name, type: _def.type, meta: _def.meta, input: _def.inputs[0], answer: _def.output }),
  );

/** A call for files, which is no procedure: it is in the API's document and has a route of its own. */
export type FileCall = Call & {
  handle: (app: App, request: never, server: Server<unknown>) => Response | Promise<Response>;
};

export const callProcedure = (
  router: AnyTRPCRouter,
  ctx: Context,
  { name: path, type }: Pick<Call, 'name' | 'type'>,
  input: () => Promise<unknown>,
  signal?: AbortSignal,
): Promise<unknown> =>
  callTRPCProcedure({ router, path, type, ctx, getRawInput: input, signal, batchIndex: 0 });

/** Returns the route of a call in the form of Bun. */
export const routeOf = ({ method, path }: Call): string => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

export function toCall<C extends Omit<Call, 'method' | 'path'>>(call: C) {
  const [method = '', path = ''] = call.meta.rest.split(' ');
  return { ...call, method, path };
}

type Procedure = {
  _def: { type: TRPCProcedureType; meta: Meta; inputs: z.core.$ZodType[]; output: Answer };
};
