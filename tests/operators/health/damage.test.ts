import { expect, test } from 'bun:test';
import type { Finding } from '../../../src/contract/health';
import { ann } from '../../support/cast';
import { tagline } from '../../support/command';
import { damagePage, forgetPages, pagesOf } from '../../support/damage';
import { testServer } from '../../support/server';

test('a server whose messages are damaged is not ready, and says what to do', async () => {
  await using server = await testServer();
  const operator = await server.introduce(ann);
  const ready = () => server.stranger().get<{ reason?: Finding }>('/readyz');
  const { $client } = server.app.db;
  damagePage($client.filename, pagesOf($client, 'messages')[0]!, 'garbage');
  forgetPages($client);
  expect((await operator.post('/api/messages', { content: 'Milk' })).status).toBe(500);
  const { status, body: answer } = await ready();
  expect(status).toBe(503);
  expect(answer.reason).toEqual({
    name: 'Database',
    state: 'bad',
    value: 'Damaged',
    at: null,
    advice:
      'The table messages is damaged. Stop the server, keep a copy of DATA_DIR, and restore the newest backup with tagline restore.',
  });
  const { body } = await operator.get<Finding[]>('/api/admin/health');
  expect(body).toContainEqual(answer.reason!);
  expect(body.length).toBeGreaterThan(8);
  expect((await server.stranger().get('/metrics')).text).toContain('tagline_ready 0\n');
  const doctor = await tagline(['doctor'], { DATA_DIR: server.app.config.dataDir });
  expect(doctor).toMatchObject({ exitCode: 1, stderr: '' });
  expect(doctor.stdout).toContain(`WRONG Database: Damaged. ${answer.reason?.advice}`);
});
