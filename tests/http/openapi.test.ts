import { expect } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { FIELDS } from '../../src/contract/fields';
import { type CreatedToken, TOKEN_SCOPES, type TokenScope } from '../../src/contract/tokens';
import { procedureCalls, routeOf } from '../../src/http/calls';
import { DOCUMENTED_CALLS, operationIdOf } from '../../src/http/openapi';
import { appRouter } from '../../src/http/router';
import { ALL_ON } from '../support/all-on';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { test } from '../support/server-test';
import { isRefusedToTokens } from './access';

type Operation = {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
  security?: { token?: string[]; session?: string[] }[];
  servers?: { url: string }[];
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  servers: { url: string }[];
  components: {
    schemas: object;
    securitySchemes: { token: { type: string; scheme: string }; session: { name: string } };
  };
};

async function readDocument(): Promise<Document> {
  await using server = await testServer({ env: ALL_ON });
  const { status, body } = await server.stranger().get<Document>('/api/openapi.json');
  expect(status).toBe(200);
  return body;
}

const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

test('the document is valid OpenAPI', async () => {
  const document = await readDocument();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors: errors ?? [] }).toEqual({ valid: true, errors: [] });
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 1 } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('the document has no faults in the eyes of redocly', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'tagline-')), 'openapi.json');
  await using server = await testServer({ env: { ...ALL_ON, PUBLIC_URL: 'https://notes.test' } });
  const lint = async (document: object) => {
    await Bun.write(file, JSON.stringify(document));
    const cli = join(import.meta.dir, '../../node_modules/@redocly/cli/bin/cli.js');
    // `/api/messages/{id}` and `/api/messages/search` are ambiguous to it, though the standard prefers the latter
    const rules = ['--extends=recommended', '--skip-rule=no-ambiguous-paths'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = Bun.spawn([process.execPath, cli, 'lint', file, ...rules], {
      env,
      stderr: 'pipe',
      stdout: 'ignore',
    });
    return `${await run.exited} ${await new Response(run.stderr).text()}`;
  };
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  const report = await lint(body);
  expect(report).toStartWith('0 ');
  expect(report).not.toContain('warning');
  expect(await lint({ ...body, security: undefined, paths: { '/x': { get: {} } } })).toStartWith('1 ');
  await rm(dirname(file), { recursive: true });
});

test('the document has every procedure and every call for files once', async () => {
  const isHere = ({ name }: { name: string }) => !name.startsWith('demo.'); // this server is no demo
  const procedures = procedureCalls(appRouter)
    .filter(isHere)
    .map(({ name, method, path }) => `${operationIdOf(name)} ${method.toLowerCase()} ${path}`);
  const documented = operations(await readDocument()).map(
    (call) => `${call.operationId} ${call.method} ${call.path}`,
  );
  const files = [
    'mediaUpload post /api/media',
    'mediaRead get /api/media/{id}',
    'productContact get /api/product/contact.vcf',
    'mediaWidth get /api/media/{id}/{width}',
    'usersSetPhoto post /api/profile/photo',
    'archiveExport get /api/export',
    'importsUpload post /api/import',
    'remindersFeed get /api/calendars/{file}',
    'feedsRead get /api/feeds/{file}',
    'feedsFile get /api/feeds/{secret}/{file}',
  ];
  expect(documented.sort()).toEqual([...procedures, ...files].sort());
});

test('every call has a summary, its path parameters and an answer', async () => {
  for (const { path, summary, parameters = [], responses } of operations(await readDocument())) {
    expect(summary).toMatch(/^[A-Z]/);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(named);
    expect(Object.keys(responses).some((status) => /^20[01]$/.test(status))).toBe(true);
  }
});

test('every parameter and every field is described, and nothing else is', async () => {
  const document = await readDocument();
  const described = new Set<string>();
  const check = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties = {}, parameters = [] } = value as Record<string, object>;
    const fields = [
      ...(where.endsWith('.properties') ? [] : Object.entries(properties)),
      ...(Array.isArray(parameters) ? parameters.map((one) => [one.name, one]) : []),
    ];
    for (const [name, { description }] of fields) {
      expect(description, `${where}.${name}`).toMatch(/^[A-Z0-9][^`]+[^.]$/);
      described.add(name);
    }
    for (const [key, part] of Object.entries(value))
      if (!/^examples?$/.test(key)) check(part, `${where}.${key}`);
  };
  check(document, '');
  const unused = Object.keys(FIELDS).filter((key) => !described.has(key.split('.').at(-1)!));
  expect(unused).toEqual([]);
});

test('the document has what generators of clients need', async () => {
  const document = await readDocument();
  const ids = operations(document).map((call) => call.operationId);
  // every id can be the name of a function
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const text = JSON.stringify(document);
  expect(text).toContain('"mediaType":{"type":["string","null"],');
  expect(text).toContain('"replyTo":{"type":["integer","null"],"format":"int64",');
  expect(text).not.toContain('"required":[]'); // OpenAPI 3.0 does not allow this
  expect(text).not.toContain('"additionalProperties":false'); // later releases may add fields to answers
  expect(Object.keys(document.components.schemas)).toContain('Message');
  expect(text.split('"quote":{').length - 1).toBe(1); // only one type describes a message
});

test('every documented call exists', async () => {
  await using server = await testServer({ env: ALL_ON });
  const unknown = (await server.stranger().get('/api/nothing')).text;
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  for (const { path, method, servers } of operations(body)) {
    const client = servers?.[0]?.url === server.simulatorUrl ? server.simulator() : server.stranger();
    const { text } = await client.send(path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() });
    expect({ path, method, text }).not.toEqual({ path, method, text: unknown });
  }
});

test('the document says which calls need the session cookie', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://notes.example' } });
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  for (const { path, method, security } of operations(body)) {
    const call = server.stranger().send(path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() });
    expect((await call).status === 401, `${method} ${path}`).toBe(security!.length > 0);
  }
  const { cookies, get } = server.as(ann);
  await get('/api/profile');
  const { name } = body.components.securitySchemes.session;
  expect([...cookies.keys()]).toContain(name);
});

test('the document says which scope of an access token each call needs', async () => {
  await using server = await testServer({ env: ALL_ON });
  const document = await readDocument();
  expect(document.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
  const tokens = {} as Record<TokenScope, string>;
  for (const scope of TOKEN_SCOPES)
    tokens[scope] = (
      await server.as(ann).post<CreatedToken>('/api/tokens', { name: scope, scope })
    ).body.token;
  for (const { path, method, security } of operations(document)) {
    const documented = security?.flatMap(({ token = [] }) => token)[0];
    const accepted = [];
    for (const scope of TOKEN_SCOPES) {
      const answer = await server.stranger().send(path.replace(/\{\w+\}/g, '0'), {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${tokens[scope]}` },
      });
      if (answer.status !== 403) accepted.push(scope);
    }
    const needed = security!.length > 0 ? documented : accepted[0]; // a call that everybody may make needs no scope
    expect({ path, method, needed }).toEqual({ path, method, needed: accepted[0] });
  }
});

test('the page of the API names every call, with a form for those by token', async ({ server }) => {
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  const page = await server.stranger().get('/api/docs');
  expect(page.headers.get('content-type')).toStartWith('text/html');
  expect(page.text).toContain('<link rel="icon" href="/favicon.svg"');
  const [, nonce] = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? [];
  expect(page.text.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
  const refused = DOCUMENTED_CALLS.filter(
    (call) => isRefusedToTokens(call.name) || isRefusedToTokens(routeOf(call)),
  ).map(({ name }) => operationIdOf(name));
  for (const { path, method, operationId } of operations(body)) {
    expect(page.text).toContain(path);
    const hasForm = page.text.includes(`data-method="${method.toUpperCase()}" data-path="${path}"`);
    const isForTokens = !refused.includes(operationId) && !operationId.startsWith('simulator');
    expect({ operationId, hasForm }).toEqual({ operationId, hasForm: isForTokens });
  }
});
