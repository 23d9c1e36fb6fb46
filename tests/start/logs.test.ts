import { expect, test } from 'bun:test';
import { connect } from '../support/client';
import { addressesOf } from '../support/command';
import { tempFolder } from '../support/folder';
import { codeFor, start } from './program';

test('the log has no code, cookie, text or full number, even at level trace', async () => {
  using data = tempFolder();
  const server = start({ DATA_DIR: data.path, LOG_LEVEL: 'trace' });
  const log = new Response(server.stderr).text();
  const [url = '', simulatorUrl = ''] = await addressesOf(server.stdout);
  const phone = '+12025550144';
  const client = connect(url);
  const simulator = connect(simulatorUrl);
  const secrets = ['canary-in-a-text', 'canary-in-a-message', 'canary-in-a-search', phone];

  await simulator.post('/api/simulator/texts', {
    from: phone,
    body: `${secrets[0]} #diary https://127.0.0.1/x`,
  });
  await client.post('/api/auth/login', { phoneNumber: phone });
  const code = await codeFor(simulator, phone);
  await client.post('/api/auth/verify', {
    phoneNumber: phone,
    code: code === '000000' ? '111111' : '000000',
  });
  const verified = await client.post('/api/auth/verify', { phoneNumber: phone, code });
  expect(verified.status).toBe(200);
  await client.post('/api/messages', { content: `${secrets[1]} #diary` });
  await client.get(`/api/messages/search?q=${secrets[2]}`);
  await client.send('/api/messages', { method: 'POST', body: `{"content": "${secrets[1]}` });
  await client.get('/trpc/messages.list?input=%7B%22canary');
  await client.post('/api/shared-boards/none/invite', { phoneNumber: phone });
  server.kill();
  expect(await server.exited).toBe(0);

  const text = await log;
  for (const secret of [...secrets, code, ...client.cookies.values()]) expect(text).not.toContain(secret);
});
