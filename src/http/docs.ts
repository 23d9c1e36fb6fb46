import { z } from 'zod';
import type { App } from '../app';
import { sessionCookieName } from '../auth/sessions';
import { EXPORT_CALL } from './export';
import { pagePolicy } from './headers';
import { MEDIA_CALLS } from './media';
import { type Call, callsOf } from './rest';
import { appRouter } from './router';

type Json = Record<string, unknown>;

/** Every call that programs may make, in the order of the router and then the files. */
export const documentedCalls: Call[] = [...callsOf(appRouter), ...MEDIA_CALLS, EXPORT_CALL];

/** The OpenAPI 3.1 document, from the same metadata that makes the routes. */
export function openapi(app: App): Json {
  const paths: Record<string, Json> = {};
  for (const call of documentedCalls) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operation(call);
    paths[call.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${app.config.productName} API`,
      version: '1',
      description: 'Notes by text message, sorted by hashtag.',
    },
    servers: [{ url: app.publicUrl }],
    paths,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message'],
          properties: { error: { type: 'string' }, message: { type: 'string' } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(app) } },
    },
  };
}

const JSON_TYPE = 'application/json';

/** Returns the example of what a call takes beside its path, or undefined if it takes nothing. */
export function exampleBody({ inputs: [input], path }: Call): Record<string, unknown> | undefined {
  const [example] = (input && (z.globalRegistry.get(input)?.examples as Record<string, unknown>[])) ?? [];
  const sent = Object.entries(example ?? {}).filter(([key]) => !path.includes(`{${key}}`));
  return sent.length > 0 ? Object.fromEntries(sent) : undefined;
}

function operation(call: Call): Json {
  const { name, method, path, meta, inputs, answer, takes = JSON_TYPE, gives = JSON_TYPE } = call;
  const sent = exampleBody(call);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? '');
  const input = inputs[0] ? schemaOf(inputs[0], 'input') : {};
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = (input.required ?? []) as string[];
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key));
  const parameters = [
    ...inPath.map((key) => ({
      name: key,
      in: 'path',
      required: true,
      schema: properties[key] ?? { type: 'string' },
    })),
    ...(method === 'GET' ? rest : []).map((key) => ({
      name: key,
      in: 'query',
      required: required.includes(key),
      schema: properties[key],
    })),
  ];
  const [noun] = name.split('.');
  return {
    operationId: name,
    tags: [noun],
    summary: meta.summary,
    ...(meta.signedIn && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' &&
      rest.length > 0 && {
        requestBody: {
          required: required.some((key) => rest.includes(key)),
          content: {
            [takes]: {
              schema: {
                type: 'object',
                properties: Object.fromEntries(rest.map((key) => [key, properties[key]])),
                required: required.filter((key) => rest.includes(key)),
              },
              ...(sent && { example: sent }),
            },
          },
        },
      }),
    responses: {
      [meta.status ?? 200]: {
        description: 'Done',
        content: {
          [gives]: {
            schema: schemaOf(answer.schema, 'output'),
            ...(gives === JSON_TYPE && { example: answer.example }),
          },
        },
      },
      default: {
        description: 'An error, with one sentence that says what is wrong',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    '~standard': __,
    examples: ___,
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

/** /api/docs: the same for people, readable without any script. */
export function answerDocs(app: App): Response {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString('base64');
  const calls = documentedCalls;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(app.config.productName)} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${STYLE}</style>
<main>
<h1>${Bun.escapeHTML(app.config.productName)} API</h1>
<p>Sign in with <code>POST /api/auth/login</code> and <code>POST /api/auth/verify</code>, and send the session cookie with every call.
Ids are numbers, times ISO 8601 UTC, lists newest first. An error answers <code>{"error", "message"}</code>, both the same sentence.
For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Calls"><ul>${calls.map((call) => `<li><a href="#${call.name}">${line(call)}</a></li>`).join('')}</ul></nav>
${calls.map(section).join('\n')}
</main>
</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce),
    },
  });
}

const line = ({ method, path }: Call) => `<code><b>${method}</b> ${Bun.escapeHTML(path)}</code>`;

const section = (call: Call) => `<section id="${call.name}">
<h2>${line(call)}</h2>
<p>${Bun.escapeHTML(call.meta.summary)}.</p>
${exampleBody(call) ? `<h3>Send</h3>${json(exampleBody(call))}` : ''}
<h3>Answer ${call.meta.status ?? 200}</h3>${json(call.answer.example)}
</section>`;

const json = (value: unknown) => `<pre tabindex="0">${Bun.escapeHTML(JSON.stringify(value, null, 2))}</pre>`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fafaf9, #1c1917); color: light-dark(#1c1917, #f5f5f4); }
main { max-width: 52rem; margin: auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.1rem; margin: 0; } h3 { font-size: .85rem; margin: 1rem 0 .25rem; }
section { border-top: 1px solid light-dark(#e7e5e4, #44403c); padding: 1.25rem 0; scroll-margin-top: 1rem; }
nav ul { columns: 20rem; padding: 0; list-style: none; }
a { color: light-dark(#b93a0b, #fdab7d); } b { color: light-dark(#b93a0b, #fdab7d); }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border-radius: .5rem; background: light-dark(#f0efee, #292524); }
`;
