import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startS3 } from './s3';

export type Trouble = {
  /** Of requests with such a method. */
  of?: RegExp;
  status?: number;
  delayMs?: number;
  hold?: Promise<unknown>;
  /** The connection ends in the middle of an answer. */
  cut?: boolean;
};

/** S3 behind a proxy that slows, fails or cuts off. Files are kept in it by `environment`. */
export async function startTroubledS3(directory: string) {
  const s3 = await startS3(directory);
  const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3.environment;
  const behind = new URL(AWS_ENDPOINT_URL);
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const client = new Bun.S3Client({
    bucket: 'copies',
    endpoint: AWS_ENDPOINT_URL,
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
  });
  const asked: string[] = [];
  let trouble: Trouble = {};
  const proxy = createServer(async (incoming, answer) => {
    const { method = '', url = '', headers } = incoming;
    asked.push(`${method} ${new URL(url, behind).pathname.split('/').at(-1)}`);
    const { of = /./, status, delayMs = 0, hold, cut } = trouble;
    const passed = request({ host: behind.hostname, port: behind.port, method, path: url, headers });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      if (!cut || !of.test(method)) return response.pipe(answer);
      response.once('data', (chunk: Buffer) => {
        answer.write(chunk.subarray(0, chunk.length / 2), () => answer.destroy());
      });
    });
    passed.on('error', () => answer.destroy());
    if (of.test(method)) {
      await Promise.all([Bun.sleep(delayMs), hold]);
      if (status) {
        for await (const _ of incoming);
        passed.destroy();
        return answer.writeHead(status).end('<Error><Code>Trouble</Code></Error>');
      }
    }
    incoming.pipe(passed);
  });
  const listen = (port: number) => new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  const close = () =>
    new Promise<void>((done) => {
      proxy.close(() => done());
      proxy.closeAllConnections();
    });
  return {
    environment: { ...keys, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, MEDIA_URL: 's3://copies/media' },
    asked,
    /** Ends the trouble before. */
    make(next: Trouble) {
      trouble = next;
    },
    leave: close,
    comeBack: () => listen(port),
    async names(): Promise<string[]> {
      const { contents = [] } = await client.list({ prefix: 'media/' });
      return contents.map(({ key }) => key.slice('media/'.length)).sort();
    },
    put: (name: string, content: string) => client.write(`media/${name}`, content),
    async [Symbol.asyncDispose]() {
      if (proxy.listening) await close();
      await s3[Symbol.asyncDispose]();
    },
  };
}
