/** Characters of the GSM alphabet (GSM 03.38). */
const BASIC = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;
const EXTENSION = /^[\f^{}\\[~\]|€]$/;

/** One SMS has up to 160 septets, or up to 70 UTF-16 units if a character is outside the GSM alphabet. */
export function countSegments(body: string): number {
  if (BASIC.test(body)) return body.length <= 160 ? 1 : Math.ceil(body.length / 153);
  const septets = septetsOfEach(body);
  const sizes = septets ?? Array.from(body, ({ length }) => length);
  if (total(sizes) <= (septets ? 160 : 70)) return 1;
  const room = septets ? 153 : 67;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > room) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}

export function countSeptets(body: string): number | null {
  const sizes = septetsOfEach(body);
  return sizes && total(sizes);
}

function septetsOfEach(body: string): number[] | null {
  const sizes: number[] = [];
  for (const character of body) {
    if (BASIC.test(character)) sizes.push(1);
    else if (EXTENSION.test(character)) sizes.push(2);
    else return null;
  }
  return sizes;
}

const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);
