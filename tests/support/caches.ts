/** As in a browser, an entry that is put again moves to the end of the keys. */
export function stubCaches() {
  const all = new Map<string, Map<string, Response>>();
  const urlOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : key, 'http://localhost/').href;
  const cacheOf = (entries: Map<string, Response>) => ({
    async put(key: RequestInfo | URL, answer: Response) {
      entries.delete(urlOf(key));
      entries.set(urlOf(key), answer);
    },
    match: async (key: RequestInfo | URL) => entries.get(urlOf(key))?.clone(),
    delete: async (key: RequestInfo | URL) => entries.delete(urlOf(key)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  });
  const stub = {
    async open(name: string) {
      const entries = all.get(name) ?? new Map();
      all.set(name, entries);
      return cacheOf(entries);
    },
    async match(key: RequestInfo | URL, { cacheName }: { cacheName?: string } = {}) {
      const found = [...all].find(
        ([name, entries]) => (cacheName ?? name) === name && entries.has(urlOf(key)),
      );
      return found?.[1].get(urlOf(key))?.clone();
    },
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'caches');
  Object.defineProperty(globalThis, 'caches', { value: stub, configurable: true });
  return {
    stored: (name: string) => [...(all.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname),
    has: (name: string) => all.has(name),
    [Symbol.dispose]() {
      if (before) Object.defineProperty(globalThis, 'caches', before);
      else Reflect.deleteProperty(globalThis, 'caches');
    },
  };
}
