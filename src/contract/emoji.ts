/** The first ones stand for the six reactions of iPhones. */
export const TAPBACKS = ['❤️', '👍', '👎', '😂', '‼️', '❓'] as const;
export type Tapback = (typeof TAPBACKS)[number];

/** Returns null unless the text is one emoji. Adds the selector that some phones leave out (`❤`). */
export function toEmoji(text: string): string | null {
  const bare = text.trim().replace(/\uFE0E$/, '');
  return [bare, `${bare}\uFE0F`].find((one) => EMOJI.test(one)) ?? null;
}

/** The second part is for emoji that are newer than this runtime. */
const EMOJI = /^(?:\p{RGI_Emoji}|[\p{Extended_Pictographic}&&[\u{1F000}-\u{1FAFF}]]\p{EMod}?)$/v;
