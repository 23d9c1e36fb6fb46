import { open } from 'node:fs/promises';
import type { ReplicaConfig, Target } from '../../app/config/replica';

const ANSWERS_WITHIN_MS = 15_000;
const TRANSFERS_WITHIN_MS = 60_000;
const SIGNED_FOR_S = 300;
/** S3 answers so at times, and wants to be asked again. */
const BUSY = [500, 503];
const TRIES = 2;
const RETRIES_AFTER_MS = 300;

export type Stored = { bytes: number; etag: string };
export type Bucket = ReturnType<typeof openBucket>;

type Body = Bun.BunFile | string;
type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

/** Bun's client signs and lists. It can neither give up nor tell all errors apart, so the rest goes by `fetch`. */
export function openBucket({ bucket, path }: Target, s3: ReplicaConfig['s3']) {
  const client = new Bun.S3Client({ ...s3, bucket: bucket ?? '' });
  const prefix = path && `${path}/`;

  /** Returns null if there is no such object. */
  async function call(method: Method, name: string, body?: Body): Promise<Response | null> {
    const within = method === 'HEAD' || method === 'DELETE' ? ANSWERS_WITHIN_MS : TRANSFERS_WITHIN_MS;
    const signal = AbortSignal.timeout(within);
    const url = client.presign(prefix + name, { method, expiresIn: SIGNED_FOR_S });
    for (let tries = 1; ; tries++) {
      const response = await fetch(url, { method, body, signal, redirect: 'manual' });
      if (response.ok) return response;
      const [, code = 'S3'] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
      const { status } = response;
      if (status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return null;
      if (!BUSY.includes(status) || tries === TRIES) throw new Error(`${code}: status code: ${status}`);
      await Bun.sleep(RETRIES_AFTER_MS);
    }
  }

  return {
    async put(name: string, body: Body): Promise<void> {
      await call('PUT', name, body);
    },

    async head(name: string): Promise<Stored | null> {
      const response = await call('HEAD', name);
      return response && toStored(response);
    },

    /** Writes the object to a file on the disk, and returns false if there is none. */
    async get(name: string, to: string): Promise<boolean> {
      const response = await call('GET', name);
      if (!response) return false;
      const expected = response.headers.get('content-length');
      await using handle = await open(to, 'w');
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        await handle.write(chunk);
        bytes += chunk.byteLength;
      }
      if (expected !== null && bytes !== Number(expected)) throw new Error('S3: connection reset');
      await handle.datasync();
      return true;
    },

    async remove(name: string): Promise<void> {
      await call('DELETE', name);
    },

    async *list(): AsyncGenerator<{ name: string; at: number }> {
      for (let startAfter: string | undefined; ; ) {
        const late = AbortSignal.timeout(ANSWERS_WITHIN_MS);
        const { contents = [], isTruncated } = await Promise.race([
          client.list({ prefix, startAfter }),
          new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason))),
        ]);
        for (const { key, lastModified } of contents)
          yield { name: key.slice(prefix.length), at: Date.parse(lastModified ?? '') };
        startAfter = contents.at(-1)?.key;
        if (!isTruncated || !startAfter) return;
      }
    },
  };
}

const toStored = ({ headers }: Response): Stored => ({
  bytes: Number(headers.get('content-length')),
  etag: headers.get('etag')?.replaceAll('"', '') ?? '',
});
