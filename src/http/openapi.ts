import { z } from 'zod';
import { type App, perApp } from '../app/app';
import { ERROR_CODES } from '../app/error-codes';
import { ERROR_REASONS } from '../app/errors';
import { scopeOf } from '../app/scopes';
import { exampleOf } from '../contract/example';
import { TOKEN_PREFIX } from '../contract/tokens';
import { sessionCookieName } from '../people/auth/sessions';
import { CALENDAR_CALL } from './calendars';
import { type Call, type FileCall, procedureCalls } from './calls';
import { CONTACT_CALL } from './contact';
import { EXPORT_CALL } from './export';
import { ENCLOSURE_CALL, FEED_CALL } from './feeds';
import { IMPORT_CALL } from './imports';
import { descriptionOf, jsonSchema, namedSchemas } from './json-schema';
import { MEDIA_CALL } from './media';
import { TOTAL, TOTAL_SCHEMA } from './pages';
import { PHOTO_CALL } from './profile-photo';
import { appRouter } from './router';
import { UPLOAD_CALL } from './uploads';
import { WIDTH_CALL } from './widths';

type Json = Record<string, unknown>;

type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Json;
};

export type InputParts = {
  parameters?: Parameter[];
  requestBody?: {
    required: boolean;
    content: Record<
      string,
      {
        schema: { type: 'object'; properties: Record<string, Json | undefined>; required?: string[] };
        example?: Json;
      }
    >;
  };
};

export const FILE_CALLS: FileCall[] = [
  UPLOAD_CALL,
  MEDIA_CALL,
  PHOTO_CALL,
  CONTACT_CALL,
  CALENDAR_CALL,
  FEED_CALL,
  ENCLOSURE_CALL,
  WIDTH_CALL,
  EXPORT_CALL,
  IMPORT_CALL,
];

export const DOCUMENTED_CALLS: Call[] = [...procedureCalls(appRouter), ...FILE_CALLS];

const JSON_TYPE = 'application/json';

export const answerOpenapi = (app: App): Response =>
  new Response(openapiJson(app), { headers: { 'content-type': 'application/json;charset=utf-8' } });

const openapiJson = perApp((app) => JSON.stringify(openapi(app)));

export function openapi(app: App): Json {
  const paths: Record<string, Json> = {};
  for (const call of DOCUMENTED_CALLS) {
    if (call.name.startsWith('signInByText.') && !app.config.signInByText) continue;
    if (call.name.startsWith('demo.') && !app.config.demo) continue;
    if (call.name.startsWith('provider.') && !app.config.oidc) continue;
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operation(app, call);
    paths[call.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${app.config.productName} API`,
      version: '1.0.0',
      summary: 'Notes by text message, sorted by hashtag',
      description: POLICY,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: app.publicUrl }],
    security: [{ token: [] }, { session: [] }],
    tags: tagsOf(DOCUMENTED_CALLS),
    paths,
    components: {
      schemas: {
        ...namedSchemas(),
        Error: ERROR,
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${TOKEN_PREFIX}...`,
          description:
            'An access token, made in the profile. The role of a call is the scope that it needs: read, write or admin.',
        },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(app) },
      },
    },
  };
}

function operation(app: App, call: Call): Json {
  const { name, meta, answer, gives = JSON_TYPE } = call;
  const [noun] = name.split('.');
  return {
    operationId: operationIdOf(name),
    tags: [noun],
    summary: meta.summary,
    ...(noun === 'simulator' && app.simulatorUrl && { servers: [{ url: app.simulatorUrl }] }),
    security: meta.signedIn ? securityOf(call) : [],
    ...inputOf(call),
    responses: {
      [meta.status ?? 200]: {
        description: 'Done',
        content: {
          [gives]: {
            schema: jsonSchema(answer.schema, 'output', name),
            ...(gives === JSON_TYPE && { example: exampleAnswer(call) }),
          },
        },
      },
      ...(!meta.signedIn && { '4XX': errorOf('What is wrong with the request') }),
      ...(meta.signedIn && {
        401: errorOf('Neither an access token nor a session, or one that does not work'),
        403: errorOf('The caller, or the scope of the access token, may not do this'),
      }),
      default: errorOf('An error, with one sentence that says what is wrong'),
    },
  };
}

export const operationIdOf = (name: string): string =>
  name.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

const errorOf = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const tagsOf = (calls: Call[]): Json[] =>
  [...new Set(calls.map(({ name }) => name.split('.')[0]!))].map((name) => ({
    name,
    description: TAGS[name] ?? `Calls about ${name}`,
  }));

const TAGS: Record<string, string> = {
  auth: 'Signing in and out, sessions, deleting the account',
  proof: 'Fresh proofs of who it is',
  phone: 'Changing the number',
  tokens: 'Access tokens',
  users: 'The profile',
  admin: 'For operators',
  product: 'About this server',
  signInByText: 'Signing in by a text',
  provider: 'Signing in with an identity provider',
  simulator: 'The phone simulator, on a listener of its own',
  archive: 'Export',
};

/** Problem details (RFC 9457) beside the fields of our own. */
const ERROR: Json = {
  type: 'object',
  required: ['error', 'message', 'type', 'title', 'status', 'detail', 'code'],
  properties: {
    error: { type: 'string', description: 'The same sentence as message' },
    message: { type: 'string', description: 'What is wrong, in one sentence for people' },
    reason: { enum: ERROR_REASONS, description: 'Present where a program may act on it' },
    type: { type: 'string', description: 'Always about:blank: code tells errors apart' },
    title: { type: 'string', description: 'The kind of error, in words' },
    status: { type: 'integer', description: 'Status of HTTP' },
    detail: { type: 'string', description: 'The same sentence as message' },
    code: { enum: ERROR_CODES, description: 'Which error it is; the name stays, and others may come' },
  },
};

const POLICY = `Notes by text message, sorted by hashtag.

Version 1. Calls, fields and codes of errors stay what they are as long as the first number does. New calls, new fields
of answers, new optional fields of inputs and new values where a list of values grows come without notice: ignore what
you do not know. What is to go is marked \`deprecated\` here, and answers with the header \`Deprecation\`, for at least
six months before.`;

/** Since OpenAPI 3.1, a bearer token may have roles. */
function securityOf({ type, meta: { forOperators, refusesTokens } }: Call): Json[] {
  const byToken = refusesTokens ? [] : [{ token: [scopeOf(type, forOperators)] }];
  return [...byToken, { session: [] }];
}

export function inputOf(call: Call): InputParts {
  const { name: callName, method, path, input, takes = JSON_TYPE } = call;
  const schema = input ? jsonSchema(input, 'input', callName) : {};
  const properties: Record<string, Json> = {
    ...((schema.properties ?? {}) as Record<string, Json>),
    ...(call.meta.count && { [TOTAL]: TOTAL_SCHEMA }),
  };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '');
  const others = Object.keys(properties).filter((key) => !inPath.includes(key));
  const required = ((schema.required ?? []) as string[]).filter((key) => others.includes(key));
  const parameter = (name: string, place: 'path' | 'query'): Parameter => {
    const { description = descriptionOf(callName, name), ...rest } = properties[name] ?? { type: 'string' };
    const isRequired = place === 'path' || required.includes(name);
    return { name, in: place, required: isRequired, description: description as string, schema: rest };
  };
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path')),
    ...(method === 'GET' ? others.map((name) => parameter(name, 'query')) : []),
  ];
  const example = exampleBody(call);
  const body = {
    type: 'object' as const,
    properties: Object.fromEntries(others.map((key) => [key, properties[key]])),
    ...(required.length > 0 && { required }),
  };
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' &&
      others.length > 0 && {
        requestBody: {
          required: required.length > 0,
          content: { [takes]: { schema: body, ...(example && { example }) } },
        },
      }),
  };
}

export const exampleAnswer = ({ answer: { schema, example } }: Call) => example ?? exampleOf(schema);

export function exampleBody({ input, path }: Call): Json | undefined {
  const [example] = (input && (z.globalRegistry.get(input)?.examples as Json[])) ?? [];
  const entries = Object.entries(example ?? {}).filter(([key]) => !path.includes(`{${key}}`));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
