/** GSM 03.38: the basic characters, one septet each, and the extension, two each. */
const BASIC = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/;
const EXTENDED = /^[\f^{}\\[~\]|€]$/;

/** What each character takes in the GSM alphabet; null when one is outside it and the text goes as UCS-2. */
function septetsOfEach(body: string): number[] | null {
  const sizes: number[] = [];
  for (const character of body) {
    if (BASIC.test(character)) sizes.push(1);
    else if (EXTENDED.test(character)) sizes.push(2);
    else return null;
  }
  return sizes;
}

const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** How long a text is in the GSM alphabet; null when it goes as UCS-2. */
export function septetsOf(body: string): number | null {
  const sizes = septetsOfEach(body);
  return sizes && total(sizes);
}

/**
 * How many SMS a text is charged as: 160 septets or 70 UTF-16 units alone, 153 or 67 in parts, between which no
 * character is torn in two (GSM 03.38, 03.40).
 */
export function countSegments(body: string): number {
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
