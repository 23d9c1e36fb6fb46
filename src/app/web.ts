/** Content fetched from the web. `url` is the address after redirects, `type` the server's MIME type. */
export type Fetched = {
  url: string;
  type: string;
  charset: string | undefined;
  bytes: Buffer<ArrayBuffer>;
};

/** `image` is a picture on a page, `photo` one to which a link leads directly. */
export type ContentKind = 'page' | 'image' | 'photo' | 'json';

/** Fetches a web address. Throws a FetchFailed if that fails, or if the content is of none of these kinds. */
export type GetContent = (address: string, ...kinds: ContentKind[]) => Promise<Fetched>;

/** The client for web addresses that people give (src/outside/web.ts). */
export type Web = {
  visit<T>(address: string, person: number | null, task: (get: GetContent) => Promise<T>): Promise<T>;
  post(
    address: string,
    request: { headers: Record<string, string>; body: Uint8Array },
  ): Promise<{ status: number; retryAfter: number | null }>;
  mayPost(address: string): boolean;
  get(person: number | null, address: string, ...kinds: ContentKind[]): Promise<Fetched>;
  isFull(person: number | null): boolean;
};
