declare module 's3rver' {
  type Listed = { objects: { key: string }[]; commonPrefixes: string[]; isTruncated: boolean };
  type Options = { delimiter?: string; prefix?: string; maxKeys?: number };
  export type Store = {
    listObjects(bucket: string, options: Options): Promise<Listed>;
    putObject(object: { content: unknown }): Promise<unknown>;
  };
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      resetOnClose: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    store: Store;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
