import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bob } from '../support/cast';
import type { Client } from '../support/client';
import { type TestServer, testServer } from '../support/server';
import { testIn } from '../support/test-in';

type Uploaded = { id: number; url: string; type: string; width: number | null; height: number | null }[];

export function upload(
  client: Client,
  ...files: [bytes: Uint8Array<ArrayBuffer>, type: string, name: string][]
) {
  const form = new FormData();
  for (const [bytes, type, name] of files) form.append('file', new Blob([bytes], { type }), name);
  return client.send<Uploaded>('/api/media', { method: 'POST', body: form });
}

export function storedFiles({ app }: TestServer): string[] {
  const folder = join(app.config.dataDir, 'media');
  return existsSync(folder) ? readdirSync(folder) : [];
}

export const testUploads = testIn(async () => {
  const server = await testServer();
  return { ...server, server, client: server.as(bob) };
});
