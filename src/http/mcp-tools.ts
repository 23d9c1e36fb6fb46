import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Grant, scopeOf } from '../app/scopes';
import { TOKEN_SCOPES } from '../contract/tokens';
import { type Call, procedureCalls } from './calls';
import { appRouter } from './router';

export type McpTool = {
  name: string;
  call: Call;
  inputSchema: JsonObject;
  outputSchema: JsonObject;
  description: string;
  annotations: ToolAnnotations;
};

type JsonObject = { type: 'object'; [key: string]: unknown };

/** Maximum number of messages that a tool returns if its caller names no `limit`. */
export const PAGE_LIMIT = 20;

/** No tool deletes messages or boards, or invites people. */
const TOOLS: Record<string, { procedure: string; more?: string }> = {
  search: {
    procedure: 'search.messages',
    more: 'The query takes words, "phrases", -without, #board, from:name, before:2026-06, after:2026-01-31, in:2026-03, has:link, has:photo and has:file.',
  },
  list_messages: { procedure: 'messages.list' },
  list_board: { procedure: 'messages.byTag' },
  read: { procedure: 'messages.get' },
  read_thread: { procedure: 'messages.thread' },
  post: {
    procedure: 'messages.add',
    more: 'The members of a shared board are told by text. With remindAt the sender is reminded by text.',
  },
  edit: { procedure: 'messages.edit', more: 'Absent fields stay as they are.' },
  private_boards: { procedure: 'boards.tagsWithCounts' },
  shared_boards: { procedure: 'boards.sharedWithCounts' },
  reminders: { procedure: 'reminders.list' },
  set_reminder: {
    procedure: 'reminders.set',
    more: "A remindAt without an offset is on the caller's clock: 2026-11-27T09:00.",
  },
  snooze_reminder: { procedure: 'reminders.snooze' },
  finish_reminder: { procedure: 'reminders.done' },
  end_reminder: { procedure: 'reminders.end' },
};

const calls = new Map(procedureCalls(appRouter).map((call) => [call.name, call]));

export const MCP_TOOLS: McpTool[] = Object.entries(TOOLS).map(([name, { procedure, more }]) => {
  const call = calls.get(procedure)!;
  const isRead = call.type === 'query';
  return {
    name,
    call,
    description: [call.meta.summary, more].filter(Boolean).join('. '),
    inputSchema: inputSchemaOf(call),
    outputSchema: wrapList(call.answer.schema),
    annotations: {
      readOnlyHint: isRead,
      openWorldHint: false,
      ...(!isRead && { destructiveHint: name === 'edit', idempotentHint: name !== 'post' }),
    },
  };
});

export const toolsFor = ({ scope, byBoard }: Grant): McpTool[] =>
  MCP_TOOLS.filter(
    ({ call: { type, meta } }) =>
      TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(scopeOf(type)) && (!byBoard || meta.byBoard),
  );

/** A tool must return an object, so it returns such a list as `{ result: [...] }`. */
export const isList = ({ answer }: Call): boolean => answer.schema instanceof z.core.$ZodArray;

function inputSchemaOf({ input }: Call): JsonObject {
  if (!input) return { type: 'object', properties: {} };
  const schema = toSchema(input, 'input');
  const { limit } = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
  if (limit) limit.description = `At most so many; without it ${PAGE_LIMIT}.`;
  return schema;
}

function wrapList(schema: z.core.$ZodType): JsonObject {
  const json = toSchema(schema, 'output');
  return (json.type as string) === 'array'
    ? { type: 'object', properties: { result: json }, required: ['result'] }
    : json;
}

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, '~standard': __, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json as JsonObject;
}
