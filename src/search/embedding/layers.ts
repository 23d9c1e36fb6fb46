export type Norm = { scale: Float32Array; shift: Float32Array };

const HEADS = 4;
const EPSILON = 1e-6;

export function normalize(
  from: Float32Array,
  to: Float32Array,
  count: number,
  width: number,
  { scale, shift }: Norm,
) {
  for (let row = 0; row < count * width; row += width) {
    let mean = 0;
    for (let at = 0; at < width; at++) mean += from[row + at]! / width;
    let variance = 0;
    for (let at = 0; at < width; at++) variance += (from[row + at]! - mean) ** 2 / width;
    const factor = 1 / Math.sqrt(variance + EPSILON);
    for (let at = 0; at < width; at++)
      to[row + at] = (from[row + at]! - mean) * scale[at]! * factor + shift[at]!;
  }
}

/** A row of `from` has the query, the key and the value side by side. */
export function attend(from: Float32Array, to: Float32Array, count: number, width: number) {
  const size = width / HEADS;
  const row = 3 * width;
  const weights = new Float32Array(count);
  for (let head = 0; head < HEADS; head++)
    for (let at = 0; at < count; at++) {
      const query = at * row + head * size;
      let most = Number.NEGATIVE_INFINITY;
      for (let other = 0; other < count; other++) {
        const key = other * row + width + head * size;
        let product = 0;
        for (let n = 0; n < size; n++) product += from[query + n]! * from[key + n]!;
        weights[other] = product / Math.sqrt(size);
        most = Math.max(most, weights[other]!);
      }
      let sum = 0;
      for (let other = 0; other < count; other++) {
        weights[other] = Math.exp(weights[other]! - most);
        sum += weights[other]!;
      }
      const result = at * width + head * size;
      to.fill(0, result, result + size);
      for (let other = 0; other < count; other++) {
        const value = other * row + 2 * width + head * size;
        const share = weights[other]! / sum;
        for (let n = 0; n < size; n++) to[result + n]! += share * from[value + n]!;
      }
    }
}
