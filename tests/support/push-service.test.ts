import { expect, test } from 'bun:test';
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
  const post = (authorization = server.authorization(claimsFor(service))) => {
    const headers = {
      ...(authorization && { authorization }),
      ...{ ttl: '60', 'content-encoding': 'aes128gcm' },
    };
    // no resolver knows the host name of the service, so the request goes to its IP address
    const address = subscription.endpoint.replace(new URL(service.origin).hostname, '127.0.0.1');
    const tls = { ca: service.reach.ca, checkServerIdentity: () => undefined };
    return fetch(address, { method: 'POST', headers, body: MESSAGE as never, tls });
  };
  return { service, server, post };
}

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
  for (const [authorization, status] of refused) expect((await post(authorization)).status).toBe(status);
  expect((await post()).status).toBe(201);
});
