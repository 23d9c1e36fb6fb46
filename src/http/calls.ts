import type { AnyTRPCRouter, TRPCProcedureType } from '@trpc/server';
import type { z } from 'zod';
import type { Answer, Meta } from '../app/trpc';

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

export function toCall(call: Omit<Call, 'method' | 'path'>): Call {
  const [method = '', path = ''] = call.meta.rest.split(' ');
  return { ...call, method, path };
}

type Procedure = {
  _def: { type: TRPCProcedureType; meta: Meta; inputs: z.core.$ZodType[]; output: Answer };
};
