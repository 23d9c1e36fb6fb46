/** Where cookies are blocked, browsers refuse their storage as well, by throwing: there it lasts as long as the page. */
export function replaceBlockedStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    try {
      void window[name];
    } catch {
      Object.defineProperty(window, name, { value: new PageStorage() });
    }
}

/** What the app uses of a Storage. What is stored are its own keys, as there. */
class PageStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}
