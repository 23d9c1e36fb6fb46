/**
 * Parses the JSON of Telnyx without the fields that are null, because Telnyx writes null for some fields that
 * it leaves out elsewhere.
 */
export function parseJson<T extends object>(text: string): T | null {
  try {
    const parsed: unknown = JSON.parse(text, (_, value) => value ?? undefined);
    return typeof parsed === 'object' ? (parsed as T) : null;
  } catch {
    return null;
  }
}
