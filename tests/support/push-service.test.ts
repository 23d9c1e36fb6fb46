import { describe, expect, test } from 'bun:test';
import { generateKeyPairSync, sign } from 'node:crypto';
import { agentKeys } from './push-encryption';
import { openPushService, type PushService } from './push-service';
import { checkVapid } from './push-vapid';
import { untilTestEnds } from './test-end';

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url');
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const BROWSER = agentKeys(
  bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  bytes('BTBZMqHH6r4Tts7J_aSIgg'),
);
const MESSAGE = bytes(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
);

function applicationServer() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)]).toString('base64url');
  return {
    key,
    authorization(claims: object, alg = 'ES256') {
      const signed = `${json({ typ: 'JWT', alg })}.${json(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${key}`;
    },
  };
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const claimsFor = ({ origin }: PushService) => ({
  aud: origin,
  exp: inSeconds(3600),
  sub: 'mailto:ann@example.com',
});

async function open() {
  const service = untilTestEnds(await openPushService());
  const server = applicationServer();
  const subscription = service.subscribe(server.key, BROWSER);
  const post = (headers: Record<string, string> = {}, body: Buffer = MESSAGE) => {
    const all: Record<string, string> = {
      authorization: server.authorization(claimsFor(service)),
      ttl: '60',
      'content-encoding': 'aes128gcm',
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value === '') delete all[name];
    // no resolver knows the host name of the service, so the request goes to its IP address
    const address = subscription.endpoint.replace(new URL(service.origin).hostname, '127.0.0.1');
    const tls = { ca: service.reach.ca, checkServerIdentity: () => undefined };
    return fetch(address, { method: 'POST', headers: all, body: body as never, tls });
  };
  return { service, server, subscription, post };
}

describe('VAPID', () => {
  test('the example of RFC 8292 is accepted in its time', () => {
    const header =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    const at = 1453523768_000 - 3600_000;
    expect(checkVapid(header, 'https://push.example.net', at)).toMatchObject({
      claims: { sub: 'mailto:push@example.com' },
    });
    expect(checkVapid(header, 'https://push.example.org', at)).toHaveProperty('broken');
    expect(checkVapid(header, 'https://push.example.net', at + 3600_000)).toHaveProperty('broken');
  });

  test('a message without a right header is refused', async () => {
    const { post, server, service } = await open();
    const claims = claimsFor(service);
    const other = applicationServer();
    const refused: [string, number][] = [
      ['', 401],
      ['Bearer abc', 403],
      [server.authorization({ ...claims, aud: 'https://push.example.net' }), 403],
      [server.authorization({ ...claims, exp: inSeconds(-1) }), 403],
      [server.authorization({ ...claims, exp: inSeconds(25 * 3600) }), 403],
      [server.authorization({ ...claims, sub: 'ann' }), 403],
      [server.authorization(claims, 'HS256'), 403],
      [other.authorization(claims), 403],
      [server.authorization(claims).replace(/k=.*/, `k=${other.key}`), 403],
    ];
    for (const [authorization, status] of refused)
      expect((await post({ authorization })).status).toBe(status);
    expect((await post()).status).toBe(201);
  });
});

describe('the push service', () => {
  test('takes a message that its browser decrypts', async () => {
    const { post, service, subscription } = await open();
    const response = await post({ urgency: 'high', topic: 'board-7' });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toStartWith(`${service.origin}/message/`);
    expect(service.received(subscription)).toMatchObject([
      { text: 'When I grow up, I want to be a watermelon', urgency: 'high', topic: 'board-7', ttl: 60 },
    ]);
  });

  test('replaces a waiting message of the same topic', async () => {
    const { post, service, subscription } = await open();
    for (const topic of ['a', 'a', 'b']) await post({ topic });
    expect(service.received(subscription).map(({ topic }) => topic)).toEqual(['a', 'b']);
    expect(service.received(subscription, { take: true })).toHaveLength(2);
    expect(service.received(subscription)).toEqual([]);
  });

  test('refuses what RFC 8030 forbids', async () => {
    const { post } = await open();
    const long = 'a'.repeat(33);
    const wrong = [
      ['ttl', ''],
      ['urgency', 'urgent'],
      ['topic', long],
      ['topic', '#house'],
    ] as const;
    for (const [name, value] of wrong) expect((await post({ [name]: value })).status).toBe(400);
    expect((await post({ 'content-encoding': 'aesgcm' })).status).toBe(400);
    expect((await post({}, Buffer.alloc(4097))).status).toBe(413);
  });

  test('tells that a subscription has ended', async () => {
    const { post, service, subscription } = await open();
    service.end(subscription);
    expect((await post()).status).toBe(410);
    service.end(subscription, 404);
    expect((await post()).status).toBe(404);
  });

  test('fails as told, once', async () => {
    const { post, service, subscription } = await open();
    service.failNext({ status: 429, retryAfter: 7 });
    const busy = await post();
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
    service.failNext({ drop: 'before storing' });
    expect(await post().catch(() => 'dropped')).toBe('dropped');
    expect(service.received(subscription)).toHaveLength(0);
    service.failNext({ drop: 'after storing' }, subscription);
    expect(await post().catch(() => 'dropped')).toBe('dropped');
    expect(service.received(subscription)).toHaveLength(1);
    expect((await post()).status).toBe(201);
  });
});
