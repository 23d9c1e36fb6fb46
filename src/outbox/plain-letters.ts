import { countSeptets } from '../contract/segments';

const SMILEYS: [RegExp, string][] = [
  [/[😀😃😄😁😆😊🙂☺😇🥰😍🤩😎🤗]/gu, ':)'],
  [/[😂🤣😅]/gu, ':D'],
  [/[😉😜😝😋]/gu, ';)'],
  [/[☹🙁😞😔😟😢😭😿🥺]/gu, ':('],
  [/[😮😯😲😱]/gu, ':O'],
  [/[❤♥💙💚💛🧡💜🖤🤍🤎💕💖💗💓💞💘💝]/gu, '<3'],
];
/** Of feelings and gestures, which words have said. Pictures of things may stand for words, so they stay. */
const DECORATION =
  /[\u{1F600}-\u{1F64F}\u{1F910}-\u{1F92F}\u{1F970}-\u{1F97A}\u{1F44A}-\u{1F450}\u{1F389}\u{1F38A}\u{1F942}\u{1F973}\u{1F525}\u{1F4AA}\u{1F4AF}\u{1F4A5}\u{1F31F}✨⭐✅✌☝👆👇👉👈🤝🫶🙌]/gu;
const MODIFIERS = /[\u{1F3FB}-\u{1F3FF}\ufe0f\u200d]/gu;
/** In their place in the GSM alphabet, nothing is lost. */
const SIGNS: [RegExp, string][] = [
  [/[‘’‚′`´]/g, "'"],
  [/[“”„«»″]/g, '"'],
  [/[‐‑‒–—―]/g, '-'],
  [/…/g, '...'],
  [/[•·]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f]/g, ' '],
  [/[\u200b\u2060\ufeff]/g, ''],
  [/×/g, 'x'],
  [/ł/g, 'l'],
  [/Ł/g, 'L'],
  [/đ/g, 'd'],
  [/Đ/g, 'D'],
  [/ı/g, 'i'],
  [/œ/g, 'oe'],
];

const QUOTED_NOTHING = /:\s*(?:\n|$)/;

/**
 * The same in letters of the GSM alphabet, in which an SMS has 160 characters instead of 70, or unchanged if
 * something would be lost by it: another script, a picture that may be a word, or the name of a board.
 */
export function toPlainLetters(text: string): string {
  if (countSeptets(text) !== null) return text;
  const plain = text
    .split(/([#＃][\p{L}\p{M}\p{N}_-]+)/u)
    .map((part, index) => (index % 2 ? part : plainPart(part)))
    .join('')
    .replace(/ +(?=\n|$)/g, '');
  const isLost = QUOTED_NOTHING.test(plain) && !QUOTED_NOTHING.test(text);
  return countSeptets(plain) !== null && !isLost && /[\p{L}\p{N}]/u.test(plain) ? plain : text;
}

function plainPart(text: string): string {
  const signs = [...SMILEYS, ...SIGNS].reduce((part, [sign, plain]) => part.replace(sign, plain), text);
  return [...signs.replace(MODIFIERS, '').replace(DECORATION, '')]
    .map((letter) =>
      countSeptets(letter) === null ? letter.normalize('NFD').replace(/\p{M}/gu, '') : letter,
    )
    .join('')
    .replace(/ {2,}/g, ' ');
}
