import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Message } from '../../src/contract/messages';
import { ann } from '../support/cast';
import { testServer } from '../support/server';

const DOCUMENT = readFileSync(new URL('../../docs/shortcuts.md', import.meta.url), 'utf8');
const HOSTILE = 'He said "no"\nand \\ left\t👩‍👩‍👧 {{ 1 }} %x $1 ‮';

let server: Awaited<ReturnType<typeof testServer>>;
let token = '';
beforeAll(async () => {
  server = await testServer();
  const client = await server.introduce(ann);
  const { body } = await client.post<{ token: string }>('/api/tokens', { name: 'Shortcut', scope: 'write' });
  token = body.token;
});
afterAll(() => server[Symbol.asyncDispose]());

function examples(section: string, language: string): string[] {
  const [, text = ''] = DOCUMENT.split(`\n## ${section}`);
  const blocks = text.split('\n## ')[0]!.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].flatMap(([, kind, code = '']) =>
    kind === language
      ? code.replaceAll('https://notes.example.com', server.url).replaceAll('tagline_pat_...', token)
      : [],
  );
}

const headersIn = (lines: string[]) =>
  Object.fromEntries(lines.map((line) => /^\s*([\w-]+): ?(.*)$/.exec(line)!.slice(1) as [string, string]));

function send(example: string): Promise<Response> {
  const [head = '', body] = example.trim().split('\n\n');
  const [line = '', ...lines] = head.split('\n');
  const [method, url = ''] = line.split(' ');
  return fetch(url, { method, headers: headersIn(lines), body });
}

const newest = async (): Promise<Message> => (await server.as(ann).get<Message[]>('/api/messages')).body[0]!;

test('the requests of the iOS shortcut save a note and list what is to come', async () => {
  const [save, list] = examples('iPhone, iPad and Mac', 'http');
  expect((await send(save!)).status).toBe(201);
  expect(await newest()).toMatchObject({ content: 'Try the ramen place #food\nhttps://ramen.example' });
  const { id } = await newest();
  await server.as(ann).put(`/api/messages/${id}/reminder`, { remindAt: '2099-05-04T07:30:00Z' });
  expect(await (await send(list!)).json()).toMatchObject([{ message: { id } }]);
});

test('the Tasker profile saves what was shared, whatever is in it', async () => {
  const [script] = examples('Android', 'js');
  const [headers] = examples('Android', 'text');
  const url = `${server.url}/api/messages`;
  expect(DOCUMENT).toContain('Method *POST*, URL `https://notes.example.com/api/messages`, Body `%body`');
  const locals: Record<string, string> = { rs_subject: 'A page', rs_text: HOSTILE };
  new Function('local', 'setLocal', script!)(
    (name: string) => locals[name],
    (name: string, value: string) => {
      locals[name] = value;
    },
  );
  const { status } = await fetch(url, {
    method: 'POST',
    headers: headersIn(headers!.trim().split('\n')),
    body: locals.body,
  });
  expect(status).toBe(201);
  expect(await newest()).toMatchObject({ content: `A page\n${HOSTILE}` });
});

test('the node of n8n saves an item of a feed once, and the request lists a board', async () => {
  const [workflow] = examples('n8n', 'json');
  const { parameters } = JSON.parse(workflow!).nodes[0];
  expect(parameters).toMatchObject({ genericAuthType: 'httpBearerAuth', specifyBody: 'json' });
  const expression = /^=\{\{(.*)\}\}$/s.exec(parameters.jsonBody)![1]!;
  const item = { title: HOSTILE, link: `https://feed.example/${'x'.repeat(200)}` };
  const run = () =>
    fetch(parameters.url, {
      method: parameters.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: new Function('$json', `return ${expression}`)(item),
    });
  const ids = [];
  for (let time = 0; time < 2; time++) {
    const response = await run();
    expect(response.ok).toBe(true);
    ids.push(((await response.json()) as Message).id);
  }
  expect(ids[0]).toBe(ids[1]!);
  expect(await newest()).toMatchObject({ content: `${HOSTILE}\n${item.link}`, tags: ['feed'] });
  const [list] = examples('n8n', 'http');
  expect(await (await send(list!)).json()).toMatchObject([{ tags: ['food'] }]);
});

test('the configuration of Home Assistant saves a note and reads the next reminder', async () => {
  const [configuration, action] = examples('Home Assistant', 'yaml').map(
    (yaml) => Bun.YAML.parse(yaml.replaceAll('!secret tagline_token', `Bearer ${token}`)) as unknown,
  ) as [HomeAssistant, { action: string; data: { message: string } }];
  const { url, method, content_type: type, headers, payload } = configuration.rest_command.tagline;
  expect(action.action).toBe('rest_command.tagline');
  expect(payload).toBe('{{ {"content": message} | to_json }}');
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: { ...headers, 'content-type': type },
    body: JSON.stringify({ content: action.data.message }),
  });
  expect(response.status).toBe(201);
  expect(await newest()).toMatchObject({ content: 'The washing machine is done #house' });
  const [sensor] = configuration.sensor;
  const value = await (await fetch(sensor!.resource, { headers: sensor!.headers })).json();
  expect(sensor!.value_template).toContain('value_json[0].message.content');
  expect((value as { message: Message }[])[0]!.message.content).toContain('ramen');
});

type HomeAssistant = {
  rest_command: {
    tagline: {
      url: string;
      method: string;
      content_type: string;
      headers: Record<string, string>;
      payload: string;
    };
  };
  sensor: { resource: string; headers: Record<string, string>; value_template: string }[];
};
