import type { JSONObject, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { VisibleError } from '../app/errors';
import { type Grant, scopeOf } from '../app/scopes';
import { TOKEN_SCOPES } from '../contract/tokens';
import { type Call, procedureCalls } from './calls';
import { jsonSchema } from './json-schema';
import { appRouter } from './router';

export type McpTool = {
  name: string;
  call: Call;
  inputSchema: InputSchema;
  description: string;
  annotations: ToolAnnotations;
};

type InputSchema = {
  type: 'object';
  properties: Record<string, JSONObject>;
  required?: string[];
  additionalProperties: false;
};

/** Maximum number of messages that a tool returns if its caller names no `limit`. */
export const PAGE_LIMIT = 20;

/** No tool deletes messages or boards, or invites people. */
const TOOLS: { name: string; procedure: string; more?: string }[] = [
  {
    name: 'search',
    procedure: 'search.messages',
    more: 'Each result has an id by which the others read it.',
  },
  { name: 'fetch', procedure: 'messages.get', more: 'Its whole text and its address, to cite it.' },
  { name: 'list_messages', procedure: 'messages.list' },
  { name: 'list_board', procedure: 'messages.byTag' },
  { name: 'read', procedure: 'messages.get', more: 'With its pictures.' },
  { name: 'read_thread', procedure: 'messages.thread' },
  {
    name: 'post',
    procedure: 'messages.add',
    more: 'The members of a shared board are told by text. With remindAt the sender is reminded by text.',
  },
  { name: 'edit', procedure: 'messages.edit', more: 'Absent fields stay as they are.' },
  { name: 'private_boards', procedure: 'boards.tagsWithCounts' },
  { name: 'shared_boards', procedure: 'boards.sharedWithCounts' },
  { name: 'reminders', procedure: 'reminders.list' },
  {
    name: 'set_reminder',
    procedure: 'reminders.set',
    more: "A remindAt without an offset is on the caller's clock: 2026-11-27T09:00.",
  },
  { name: 'snooze_reminder', procedure: 'reminders.snooze' },
  { name: 'finish_reminder', procedure: 'reminders.done' },
  { name: 'end_reminder', procedure: 'reminders.end' },
];

const calls = new Map(procedureCalls(appRouter).map((call) => [call.name, call]));

export const MCP_TOOLS: McpTool[] = TOOLS.map(({ name, procedure, more }) => {
  const call = calls.get(procedure)!;
  const isRead = call.type === 'query';
  return {
    name,
    call,
    description: [call.meta.summary, more].filter(Boolean).join('. '),
    inputSchema: inputSchemaOf(name, call),
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

/** The tool calls `query` what the API calls `q`, because assistants expect that name; it takes both. */
export function readArguments(
  { name, inputSchema: { properties } }: McpTool,
  given: Record<string, unknown>,
) {
  const { q, query = q, ...others } = given;
  const isSearch = 'query' in properties;
  const unknown = Object.keys(isSearch ? others : given).filter((key) => !(key in properties));
  if (unknown.length > 0)
    throw new VisibleError(
      'parameter_unknown',
      `${name} has no parameter ${unknown.join(', ')}. It takes: ${Object.keys(properties).join(', ') || 'none'}.`,
    );
  if (isSearch && !String(query ?? '').trim())
    throw new VisibleError('query_missing', 'search needs a query.');
  return { ...('limit' in properties && { limit: PAGE_LIMIT }), ...given, ...(isSearch && { q: query }) };
}

function inputSchemaOf(tool: string, { name, input }: Call): InputSchema {
  const schema = (input ? jsonSchema(input, 'input', name) : {}) as Partial<InputSchema>;
  const entries = Object.entries(schema.properties ?? {}).map(
    ([field, { format: _, default: __, ...json }]) => [
      field === 'q' ? 'query' : field,
      tool === 'fetch' ? { type: 'string', description: 'Id of a result of search' } : json,
    ],
  );
  const properties: Record<string, JSONObject> = Object.fromEntries(entries);
  const { limit } = properties;
  if (limit) limit.description = `At most so many; without it ${PAGE_LIMIT}`;
  const required = properties.query ? ['query'] : schema.required;
  return { type: 'object', properties, ...(required && { required }), additionalProperties: false };
}
