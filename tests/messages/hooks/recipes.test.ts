import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { post } from '../../support/house';
import { expect, test } from './world';

const PAGE = readFileSync(join(import.meta.dir, '../../../docs/product/webhooks.md'), 'utf8');
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block!);

test('the recipes to paste take a real call, and refuse a forged one', async (w) => {
  const { app, owner, receiver } = w;
  const { secret } = w.make(owner, '/ann');
  const id = post(app, owner, 'Lamp "\u2028" 10 & more #house');
  await w.send();
  const { headers, body } = receiver.calls[0]!;
  const [nodeRed, n8n] = blocks('json').map((block) => JSON.parse(block.replaceAll('WHSEC_SECRET', secret)));

  const { func } = nodeRed.find(({ type }: { type: string }) => type === 'function');
  const check = new Function('msg', 'crypto', func);
  const inNodeRed = (payload: object) => check({ req: { headers }, payload }, crypto);
  const [answer, passedOn] = inNodeRed(JSON.parse(body));
  expect([answer.statusCode, passedOn.payload.data.message.id]).toEqual([204, id]);
  const [refusal, nothing] = inNodeRed({ ...JSON.parse(body), type: 'message.deleted' });
  expect([refusal.statusCode, nothing]).toEqual([401, null]);

  const { jsCode } = n8n.nodes[1].parameters;
  const run = new Function('$input', 'require', jsCode);
  const inN8n = (body: object) => run({ first: () => ({ json: { headers, body } }) }, () => crypto);
  expect(inN8n(JSON.parse(body))).toEqual([{ json: JSON.parse(body) }]);
  expect(() => inN8n({ ...JSON.parse(body), forged: true })).toThrow('not from Tagline');

  const [yaml] = blocks('yaml').map((block) => Bun.YAML.parse(block) as Record<string, object[]>);
  expect(yaml!['automation tagline']).toMatchObject([{ triggers: [{ trigger: 'webhook' }] }]);
  const fields = `${yaml && blocks('yaml')[0]}${blocks('text')[0]}`.matchAll(/[ {.]data\.([\w.]+)/g);
  for (const [, path] of fields)
    expect(path!.split('.').reduce((value, key) => value[key], JSON.parse(body).data)).toBeString();
});
