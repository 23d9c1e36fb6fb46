const BEFORE =
  /^(?:(?:hey|hi|hello|dear|ok|okay|oh|oo+ps|sorry|so|and|yo|um|uh|ugh|omg|actually|wait|bitte|por favor|svp|per favore|no no|nope|thx|thanks|thank you|ty)(?: (?:there|tagline))?|(?:i asked(?: (?:you|u))?|do you know|i (?:want|need) to know|(?:can |could )?(?:you |u )?tell me)(?= (?:wh|how\b))|tell me(?= (?:wh?ats?|who|which)\b)|please|pls|plz|kindly|just|(?:can|could|would|will) (?:you|u|ya)|i(?:'d like|d like| would like| want| need)(?: you)? to|i(?:'d like|d like| would like| want)|can i (?:get|have|please|just)|may i)(?:[\s,.!:;-]+|$)(?=\S)/i;
const AFTER =
  /(?<!\bnot)(?:[\s,.!?]+|^)(?:please|pls|plz|thanks|thank you|thx|ty|tnx|for me|for now|right now|now|rn|lol|haha+|asap|if you can|would you|will you|stp|bitte|por favor)$/i;
/** After a time or a mark of a sentence, for `remind me to say thanks` says what to do. */
const THANKS = /(?<=[,.!?]|\d(?:\s?[ap]m)?)\s+(?:thanks|thank you|thx|ty|tnx)$/i;
const EMOJI = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f`;
const MARKS = runAtEnd(String.raw`[\s.,!?;:…~)"“”*_]|${EMOJI}|\u200d`);
const LAST_MARKS = runAtEnd(String.raw`[\s!?;:~]|${EMOJI}`);

/** The look behind keeps it linear: else a run in the middle is tried again from each of its marks. */
function runAtEnd(mark: string): RegExp {
  return new RegExp(`(?<!${mark})(?:${mark})+$`, 'u');
}

/** Leaves out what people say around a wish: greetings, "can you", "please", marks and emoji at the end. */
export function withoutPoliteness(text: string): string {
  const asked = withoutOpening(text).replace(/^["“*_(]+/, '');
  return untilSame(asked, (words) => words.replace(MARKS, '').replace(AFTER, ''));
}

export const withoutOpening = (text: string): string =>
  untilSame(text.replace(/[’‘`´]/g, "'"), (words) => words.replace(BEFORE, ''));

/** For words that are kept: leaves all that may belong to them. */
export const withoutPlease = (text: string): string =>
  untilSame(text, (words) =>
    words
      .replace(LAST_MARKS, '')
      .replace(/[\s,.!?]{1,9}(?:please|pls|plz)\.?$/i, '')
      .replace(THANKS, ''),
  );

function untilSame(text: string, shorten: (text: string) => string): string {
  for (let before = text; ; before = text) {
    text = shorten(before);
    if (text === before) return text;
  }
}

/** Common slips in words that are too short for `isSlipOf`. */
const TYPOS: [RegExp, string][] = Object.entries({
  that: 'taht|tath|htat|tht',
  the: 'teh|hte',
  what: 'waht|whta|wath|hwat',
  whats: 'whts|wats|waths|wahts',
  where: 'wheer|whre|wehre',
  wheres: 'whers|wheers',
  show: 'shwo|hsow|sohw|shw',
  find: 'fidn|fnid|ifnd',
  move: 'mvoe|moev|movw',
  mute: 'mtue|muet',
  done: 'dnoe|doen',
  undo: 'unod|udno',
  snooze: 'snooz|snoze|snooez|snoozee|sbooze',
  delete: 'delte|delet|dleete|deleet|detele|delate',
  remind: 'remidn|reming|remnid|rmind|remidnd',
}).map(([word, typos]) => [new RegExp(`(?<![\\p{L}\\p{N}#@])(?:${typos})(?![\\p{L}\\p{N}])`, 'giu'), word]);

export const withoutTypos = (text: string): string =>
  TYPOS.reduce((words, [typo, word]) => words.replace(typo, word), text);

/** In `until 5` a number is an hour, not minutes. */
export const untilHour = (words: string): string =>
  words.replace(/(?<=^|\s)(?:until|till|til|to|by) (?=\d{1,2}(?::\d\d)?\s*$)/i, 'at ');

/** One letter too few, too many, wrong, or two that have changed places. */
export function isSlipOf(typed: string, word: string): boolean {
  if (typed === word || Math.abs(typed.length - word.length) > 1) return false;
  let start = 0;
  while (start < word.length && typed[start] === word[start]) start++;
  const [rest, wanted] = [typed.slice(start), word.slice(start)];
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

export const singular = (word: string): string =>
  word.replace(/ies$/, 'y').replace(/(?<=\p{L}{2})(?<!s)s$/u, '');
