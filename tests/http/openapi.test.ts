import { expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { appRouter } from '../../src/http/router';
import type { Meta } from '../../src/trpc';
import { ann } from '../support/cast';
import { testServer } from '../support/server';

type Operation = {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
  security?: unknown[];
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  servers: { url: string }[];
  components: { securitySchemes: { session: { name: string } } };
};

async function read(): Promise<Document> {
  await using server = await testServer();
  const { status, body } = await server.stranger().get<Document>('/api/openapi.json');
  expect(status).toBe(200);
  return body;
}

const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

test("the document is valid by OpenAPI's own schema", async () => {
  const document = await read();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors: errors ?? [] }).toEqual({ valid: true, errors: [] });
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 1 } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('every procedure is in it once, under the path its metadata names, and so are the files', async () => {
  const all = appRouter._def.procedures as unknown as Record<string, { _def: { meta: Meta } }>;
  const procedures = Object.entries(all).map(([name, { _def }]) => {
    const [method = '', path = ''] = _def.meta.rest.split(' ');
    return `${name} ${method.toLowerCase()} ${path}`;
  });
  const documented = operations(await read()).map(
    (call) => `${call.operationId} ${call.method} ${call.path}`,
  );
  const files = [
    'media.upload post /api/media',
    'media.read get /api/media/{id}',
    'archive.export get /api/export',
  ];
  expect(documented.sort()).toEqual([...procedures, ...files].sort());
});

test('every call has its summary, its path parameters and an answer', async () => {
  for (const { path, summary, parameters = [], responses } of operations(await read())) {
    expect(summary).toMatch(/^[A-Z]/);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(named);
    expect(Object.keys(responses).some((status) => /^20[01]$/.test(status))).toBe(true);
  }
});

test('every documented call is there: none is answered as an unknown path', async () => {
  await using server = await testServer();
  const unknown = (await server.stranger().get('/api/nothing')).text;
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  for (const { path, method } of operations(body)) {
    const { text } = await server
      .stranger()
      .send(path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() });
    expect({ path, method, text }).not.toEqual({ path, method, text: unknown });
  }
});

test('a call that wants a session says so, by the name of the cookie that a sign-in sets', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://notes.example' } });
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  for (const { path, method, security } of operations(body)) {
    const call = server.stranger().send(path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() });
    expect({ path, method, wants: (await call).status === 401 }).toEqual({
      path,
      method,
      wants: security !== undefined,
    });
  }
  const { cookies, get } = server.as(ann);
  await get('/api/profile');
  const { name } = body.components.securitySchemes.session;
  expect([...cookies.keys()]).toEqual([name]);
});

test('the readable page names every call and needs no script', async () => {
  await using server = await testServer();
  const { body } = await server.stranger().get<Document>('/api/openapi.json');
  const page = await server.stranger().get('/api/docs');
  expect(page.headers.get('content-type')).toStartWith('text/html');
  expect(page.text).not.toMatch(/<script/i);
  expect(page.text).toContain('<link rel="icon" href="/favicon.svg"');
  for (const { path } of operations(body)) expect(page.text).toContain(path);
});
