import type { AnyTRPCRouter, TRPCProcedureType } from '@trpc/server';
import type { z } from 'zod';
import type { Answer, Meta } from '../app/trpc';

/** A call of the REST API: a procedure, or a handler that receives files or answers with files. */
export type Call = {
  /** Name of the call, such as `boards.tags`. The name of a procedure is also its path in tRPC. */
  name: string;
  type: TRPCProcedureType;
  method: string;
  /** Path with its parameters in braces, such as `/api/tags/{tag}`. */
  path: string;
  meta: Meta;
  input?: z.core.$ZodType;
  answer: Answer;
  /** Media type of the request body; JSON if absent. */
  takes?: string;
  /** Media type of the answer; JSON if absent. */
  gives?: string;
};

/** Returns an API call for each procedure of a router, in the router's order. */
export const procedureCalls = (router: AnyTRPCRouter): Call[] =>
  Object.entries(router._def.procedures as Record<string, Procedure>).map(([name, { _def }]) =>
    toCall({ name, type: _def.type, meta: _def.meta, input: _def.inputs[0], answer: _def.output }),
  );

/**
 * Adds `method` and `path` to an API call, read from `rest` in its metadata. Calls that receive files or
 * answer with files are not procedures. They use this function to describe themselves for the API documents.
 */
export function toCall(call: Omit<Call, 'method' | 'path'>): Call {
  const [method = '', path = ''] = call.meta.rest.split(' ');
  return { ...call, method, path };
}

type Procedure = {
  _def: { type: TRPCProcedureType; meta: Meta; inputs: z.core.$ZodType[]; output: Answer };
};
