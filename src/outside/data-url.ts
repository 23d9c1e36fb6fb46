export const toDataUrl = ({ type, base64 }: { type: string; base64: string }): string =>
  `data:${type};base64,${base64}`;

/** The bytes and the type are empty for any other URL. */
export function fromDataUrl(url: string): { bytes: Uint8Array<ArrayBuffer>; type: string } {
  const [, type = '', base64 = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return { bytes: new Uint8Array(Buffer.from(base64, 'base64')), type };
}
