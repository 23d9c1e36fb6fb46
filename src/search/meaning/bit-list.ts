const FIRST_ROOM = 1_024;

export type BitList = ReturnType<typeof createBitList>;

/** Creates an empty list for vectors of 32 × `words` numbers. */
export function createBitList(words: number) {
  let ids = new Float64Array(FIRST_ROOM);
  let bits = new Uint32Array(FIRST_ROOM * words);
  let length = 0;
  return {
    get bytes() {
      return ids.byteLength + bits.byteLength;
    },
    add(id: number, ofVector: Uint32Array) {
      if (length === ids.length) {
        const [oldIds, oldBits] = [ids, bits];
        ids = new Float64Array(2 * length);
        ids.set(oldIds);
        bits = new Uint32Array(2 * oldBits.length);
        bits.set(oldBits);
      }
      ids[length] = id;
      bits.set(ofVector, length * words);
      length += 1;
    },
    /** Returns `wanted` ids, or more if further vectors differ in as few bits as the last of these. */
    nearest(vector: Uint32Array, wanted: number): number[] {
      const distances = new Uint16Array(length);
      const counts = new Uint32Array(words * 32 + 1);
      for (let at = 0; at < length; at++) {
        let distance = 0;
        for (let word = 0; word < words; word++)
          distance += countOnes(bits[at * words + word]! ^ vector[word]!);
        distances[at] = distance;
        counts[distance]! += 1;
      }
      let most = 0;
      for (let found = counts[0]!; found < wanted && most < counts.length - 1; ) found += counts[++most]!;
      const nearest: number[] = [];
      for (let at = 0; at < length; at++) if (distances[at]! <= most) nearest.push(ids[at]!);
      return nearest;
    },
  };
}

/** Returns the number of ones among 32 bits, adding neighbours in parallel (Hacker's Delight, 5-1). */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
