import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import oasToHar from '@readme/oas-to-har';
import oasToSnippet from '@readme/oas-to-snippet';
import Oas from 'oas';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

export type Values = { query?: Record<string, unknown>; body?: unknown };
export type OpenapiDocument = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: unknown;
};
type Json = Record<string, unknown>;

type Language = {
  snippet: [string, string];
  types: 'python' | 'go';
  options: Record<string, string>;
  probe: string[];
  files: (call: string, types: string) => Record<string, string>;
  call: string[];
  read: string[];
};

export const LANGUAGES = {
  Python: {
    snippet: ['python', 'requests'],
    types: 'python',
    options: { 'python-version': '3.7' },
    probe: ['python3', '-c', 'import requests'],
    files: (call, types) => ({
      'call.py': call,
      'answer.py': types,
      'read.py': `import json, sys
from answer import answer_from_dict, answer_to_dict
print(json.dumps(answer_to_dict(answer_from_dict(json.load(sys.stdin)))))
`,
    }),
    call: ['python3', 'call.py'],
    read: ['python3', 'read.py'],
  },
  Go: {
    snippet: ['go', 'native'],
    types: 'go',
    options: { package: 'main' },
    probe: ['go', 'version'],
    files: (call, types) => ({
      'go.mod': 'module client\n\ngo 1.19\n',
      'call/main.go': call,
      'read/answer.go': types,
      'read/main.go': `package main

import (
	"io"
	"os"
)

func main() {
	data, _ := io.ReadAll(os.Stdin)
	answer, err := UnmarshalAnswer(data)
	if err != nil {
		panic(err)
	}
	text, _ := answer.Marshal()
	os.Stdout.Write(text)
}
`,
    }),
    call: ['go', 'run', './call'],
    read: ['go', 'run', './read'],
  },
} satisfies Record<string, Language>;

/** Returns true if programs in this language can run on this machine. */
export const canRun = ({ probe }: Language): boolean =>
  Bun.which(probe[0]!) !== null && Bun.spawnSync(probe, { stdout: 'ignore', stderr: 'ignore' }).success;

export function generateClient(document: OpenapiDocument, language: Language, token: string) {
  const oas = new Oas(structuredClone(document) as never);
  const runs = canRun(language);
  return async (operationId: string, values: Values): Promise<{ code: string; answer: unknown }> => {
    const { path, method, answer } = findCall(document, operationId);
    const operation = oas.operation(path, method as never);
    const input = values as never;
    const how = { openapi: { registryIdentifier: '', variableName: '' } } as never;
    const snippet = language.snippet as never;
    const { code } = oasToSnippet(oas as never, operation as never, input, { token }, snippet, how);
    if (!code) throw new Error(`No code was generated for ${operationId}.`);
    const types = await generateTypes(answer, document, language);
    if (!runs) {
      const { log } = oasToHar(oas as never, operation as never, input, { token });
      return { code, answer: await sendHar(log.entries[0]!.request as never) };
    }
    const folder = mkdtempSync(join(tmpdir(), 'tagline-client-'));
    try {
      for (const [name, text] of Object.entries(language.files(code, types))) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const printed = await runIn(folder, language.call, '');
      const read = await runIn(folder, language.read, printed);
      if (!Bun.deepEquals(JSON.parse(read), JSON.parse(printed)))
        throw new Error(`The types lost a part of ${printed}: ${read}`);
      return { code, answer: JSON.parse(read) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

function findCall({ paths }: OpenapiDocument, operationId: string) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId) {
        const [, response] = Object.entries(operation.responses).find(([status]) => /^20/.test(status))!;
        const { content } = response as { content: Record<string, { schema: Json }> };
        return { path, method, answer: content['application/json']!.schema };
      }
  throw new Error(`The document has no call ${operationId}.`);
}

async function generateTypes(answer: Json, { components }: OpenapiDocument, { types, options }: Language) {
  const schema = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await schema.addSource({ name: 'Answer', schema: JSON.stringify({ ...answer, components }) });
  const inputData = new InputData();
  inputData.addInput(schema);
  const { lines } = await quicktype({ inputData, lang: types, rendererOptions: options });
  return lines.join('\n');
}

type HarRequest = {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  queryString: { name: string; value: string }[];
  postData?: { text: string };
};

async function sendHar({ method, url, headers, queryString, postData }: HarRequest): Promise<unknown> {
  const query = queryString.map(({ name, value }) => `${name}=${value}`).join('&'); // oas-to-har has escaped it
  const response = await fetch(query ? `${url}?${query}` : url, {
    method,
    headers: headers.map(({ name, value }) => [name, value] as [string, string]),
    body: postData?.text,
  });
  return response.json();
}

async function runIn(cwd: string, command: string[], stdin: string): Promise<string> {
  const { NO_PROXY: _, ...env } = process.env;
  const program = Bun.spawn(command, {
    cwd,
    env: { ...env, GOFLAGS: '-mod=mod', no_proxy: '*' },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [printed, complaint, status] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ]);
  if (status !== 0) throw new Error(`${command.join(' ')}: ${complaint}`);
  return printed;
}
