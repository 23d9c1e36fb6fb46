import { expect, test } from 'bun:test';
import { ann, bob } from '../support/cast';
import { startExecutable } from '../support/executable';
import { givenCalls } from './given-calls';

type Operation = {
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, unknown>;
  servers?: { url: string }[];
};
type Document = { paths: Record<string, Record<string, Operation>> };

/** Answers other than the success that the document names. */
const OTHER_ANSWERS: Record<string, number> = {
  'POST /api/auth/verify': 400, // the example is no code of today
  'POST /api/auth/link': 400, // the example is no link of today
  'POST /api/admin/downloads/{id}/retry': 404, // no download has failed
  'POST /api/push/test': 422, // the example's service does not exist
  'POST /api/admin/line/repair': 400, // the simulator has nothing to repair
  'PUT /api/mail': 404, // no address is confirmed
};

test('the executable answers each call of its own document', async () => {
  await using program = await startExecutable();
  await program.simulator.post('/api/simulator/texts', { from: bob.phone, body: 'hello' });
  const client = await program.signIn(ann.phone);
  const { paths } = (await client.get<Document>('/api/openapi.json')).body;
  const given = givenCalls(program, client);
  const answers: Record<string, number> = {};
  const expected: Record<string, number> = {};
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { requestBody, responses, servers }] of Object.entries(operations)) {
      const call = `${method.toUpperCase()} ${path}`;
      const { caller, values = {}, query, body } = (await given[call]?.()) ?? {};
      const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const { status } = await (caller ?? (servers ? program.simulator : client)).send(
        `${path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${values[name]}`))}?${new URLSearchParams(query)}`,
        {
          method: method.toUpperCase(),
          headers: type === 'application/json' ? { 'content-type': type } : {},
          body: body ?? (content?.example && JSON.stringify(content.example)),
        },
      );
      answers[call] = status;
      expected[call] = OTHER_ANSWERS[call] ?? Number(Object.keys(responses)[0]);
    }
  expect(answers).toEqual(expected);
  expect(await program.stop()).toEqual([]);
  expect(Object.keys(given).filter((call) => !(call in answers))).toEqual([]);
});
