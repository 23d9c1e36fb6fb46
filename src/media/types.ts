/** The type is used to choose an icon and a player, but not to decide how a browser treats the bytes. */
export function normaliseType(type: string): string {
  const mimeType = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z]+\/[\w.+-]{1,80}$/.test(mimeType) ? mimeType : 'application/octet-stream';
}
