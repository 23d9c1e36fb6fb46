/** GSM 03.38: the basic characters, one septet each, and the extension, two each. */
const BASIC = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/;
const EXTENDED = /^[\f^{}\\[~\]|€]$/;

/** How long a text is in the GSM alphabet; null when it has a character outside it and goes as UCS-2. */
export function septetsOf(body: string): number | null {
  let septets = 0;
  for (const character of body) {
    if (BASIC.test(character)) septets += 1;
    else if (EXTENDED.test(character)) septets += 2;
    else return null;
  }
  return septets;
}

/** How many SMS a text is charged as: 160 septets or 70 UTF-16 units alone, 153 or 67 in parts (GSM 03.38, 03.40). */
export function segments(body: string): number {
  const septets = septetsOf(body);
  if (septets === null) return body.length <= 70 ? 1 : Math.ceil(body.length / 67);
  return septets <= 160 ? 1 : Math.ceil(septets / 153);
}
