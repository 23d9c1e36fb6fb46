export type Fetched = {
  url: string;
  type: string;
  charset: string | undefined;
  bytes: Buffer<ArrayBuffer>;
};

/** `image` is a picture on a page, `photo` one to which a link leads directly. */
export type ContentKind = 'page' | 'image' | 'photo' | 'json';

export type GetContent = (address: string, ...kinds: ContentKind[]) => Promise<Fetched>;

export type Posted = { headers: Record<string, string>; body: Uint8Array };
/** `retryAfter` is in milliseconds. */
export type Answered = { status: number; retryAfter: number | null };

export type Web = {
  visit<T>(address: string, person: number | null, task: (get: GetContent) => Promise<T>): Promise<T>;
  post(address: string, what: Posted): Promise<Answered>;
  /** One request as a program makes it: follows no redirect. */
  request(
    address: string,
    request: { method: string; headers: Record<string, string>; body?: Uint8Array },
  ): Promise<{ status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }>;
  mayPost(address: string): boolean;
  /** To a receiver of webhooks, for which the operator allows addresses of its own. */
  call(address: string, what: Posted): Promise<Answered>;
  mayCall(address: string): boolean;
  get(person: number | null, address: string, ...kinds: ContentKind[]): Promise<Fetched>;
  isFull(person: number | null): boolean;
};
