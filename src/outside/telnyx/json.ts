import { parseJson as parse } from '../lenient';

/** Leaves out the fields that are null, because Telnyx writes null for some fields that it leaves out elsewhere. */
export function parseJson<T extends object>(text: string): T | null {
  const parsed = parse(text, (_, value) => value ?? undefined);
  return typeof parsed === 'object' ? (parsed as T | null) : null;
}
