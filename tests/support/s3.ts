import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver, { type Store } from 's3rver';

/** Litestream 0.3.13, which is what npm has. */
export const LITESTREAM = {
  LITESTREAM: join(
    import.meta.dir,
    `../../node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
  ),
  LITESTREAM_OLD: 'accept',
};

/** A server that speaks S3, with one bucket. */
export async function startS3(directory: string, address = '127.0.0.1') {
  let write = async () => {};
  const create = (port: number) => {
    const server = new S3rver({
      address,
      port,
      directory,
      silent: true,
      resetOnClose: false,
      configureBuckets: [{ name: 'copies', configs: [] }],
    });
    mendListing(server.store);
    const put = server.store.putObject.bind(server.store);
    server.store.putObject = async (object) => {
      await write();
      return put(await received(object));
    };
    return server;
  };
  let server = create(0);
  const { port } = await server.run();
  return {
    environment: {
      ...LITESTREAM,
      REPLICA_URL: 's3://copies/notes',
      AWS_ENDPOINT_URL: `http://${address}:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    /** What happens before something is stored. */
    beforeWrites(act: () => Promise<void>) {
      write = act;
    },
    leave: () => server.close(),
    async comeBack() {
      server = create(port);
      await server.run();
    },
    [Symbol.asyncDispose]: async () => void (await server.close().catch(() => {})),
  };
}

/** S3 stores nothing of a request that is cut off; s3rver would store what has come of it. */
async function received<O extends { content: unknown }>(object: O): Promise<O> {
  const { content } = object;
  return content instanceof Readable ? Object.assign(object, { content: await buffer(content) }) : object;
}

/** s3rver does not list a folder that has only folders in it. */
function mendListing(store: Store): void {
  const list = store.listObjects.bind(store);
  store.listObjects = async (bucket, { delimiter, ...options }) => {
    const { objects } = await list(bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY });
    objects.sort((one, other) => (one.key < other.key ? -1 : 1));
    const { prefix = '' } = options;
    const end = ({ key }: { key: string }) => (delimiter ? key.indexOf(delimiter, prefix.length) : -1);
    const below = objects.filter((object) => end(object) >= 0);
    return {
      objects: objects.filter((object) => end(object) < 0),
      commonPrefixes: [...new Set(below.map((object) => object.key.slice(0, end(object) + 1)))],
      isTruncated: false,
    };
  };
}
