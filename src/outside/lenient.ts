/** Returns null for a text that is not valid JSON, such as the page of a proxy. */
export function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return null;
  }
}

/** Returns the text itself if its percent signs are not those of an address. */
export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
