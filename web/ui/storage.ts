/**
 * Replaces storage that the browser blocks by storage that lasts as long as the page. Browsers that block
 * cookies throw an error at any use of their storage.
 */
export function replaceBlockedStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    try {
      void window[name];
    } catch {
      Object.defineProperty(window, name, { value: new PageStorage() });
    }
}

/** The part of `Storage` that the app uses. Stored values are the object's own properties, as in `Storage`. */
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
