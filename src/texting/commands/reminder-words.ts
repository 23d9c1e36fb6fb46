import type { Command } from './command';
import { isSlipOf, withoutOpening, withoutPlease } from './plain-words';

const REMINDER = '(?:reminder|alarm)';
const REMIND = new RegExp(
  `^(?:(?:(?:set|create|add|make|give|get|need|want|i need|i want)(?: up)?(?: me)? )?(?:an? |the |another |new )*${REMINDER}|be reminded(?= (?:to|of|about)\\b)|(?:do not|don'?t) let me forget|(?:rem\\p{L}{2,6} to |don'?t forget to )?(?<first>\\p{L}{5,7})(?<me> (?:me|em|us|mr|mee))?)(?:\\s*[:,]|\\s+-)?\\s+(?:please\\s+)?(?:(?:for|to|that|about|of|2(?= \\p{L}))\\s+)?(?<words>.+)$`,
  'isu',
);
/** A reminder that others were sent, and that the person keeps. */
const PROSE = /[.!?]\s+\S/;

/** The note says `wake me up`, or `alarm`. A smiley is for a friend. */
const WAKE = /^((?:wake (?:me|us)(?: up)?|get me up)\b(?!.*[:;]-?[()DP]).*\d.*)$/is;
const ALARM =
  /^(?:(?:set|make|create|add|need|i need|i want)(?: up)? )?(?:an? |the |my |another |new )?(alarm (?:for |at )?[\d:.]{1,5} ?(?:[ap]\.?m\.?)?(?: (?:tomorrow|today|tonight))?\W{0,3}(?:please|pls)?\W{0,9})$/is;

const TEXT_ME =
  /^(?:text|ping|message|nudge|notify|alert|buzz) me (?:again )?(?!.*\bonce an? (?:day|week)\b)(?<words>(?=.*(?:\d|day\b|tomorrow|tmrw?\b|tonight|noon)).+ (?:about|to|that) .+|(?:about|to) .+(?:\d|day|tomorrow|tmrw?|tonight|noon).*)$/is;

/** The form of `remind me`: a note, unless there is a time in the words. */
export function recogniseReminderWords(whole: string): Command | null {
  const asked = withoutOpening(whole)
    .replace(/^(?:rmn?d(?: me)?|remind-?me)\b/i, 'remind me')
    .replace(
      /^remember me (?=(?:to|that|about|of|on|at|in)\b|(?:today|tomorrow|tmrw?|tonight|(?:next |this )?\w+day)\b.*\d|\d{1,2}(?:[:.]\d\d)? ?[ap]m\b)/i,
      'remind me ',
    );
  const woken = WAKE.exec(asked)?.[1] ?? ALARM.exec(asked)?.[1];
  if (woken && !PROSE.test(woken))
    return {
      kind: 'remind',
      form: 'remind me',
      words: withoutPlease(woken.replace(/ for (?=\d)/i, ' at ')),
      when: null,
    };
  const texted = TEXT_ME.exec(asked)?.groups?.words;
  if (texted && !PROSE.test(texted))
    return { kind: 'remind', form: 'remind me', words: withoutPlease(texted), when: null };
  const { first, me, words } = REMIND.exec(asked)?.groups ?? {};
  if (!words) return recogniseTurned(asked);
  if (first) {
    const word = first.toLowerCase();
    if (word !== 'remind' && !(me && isSlipOf(word, 'remind'))) return recogniseTurned(asked);
  }
  if (!me && PROSE.test(words)) return null;
  if (!me && first && !/\d|[a-z]day|tomorrow|tmr|tonight|noon|night|morning|week|month|hour/i.test(words))
    return null;
  return { kind: 'remind', form: 'remind me', words: withoutPlease(words), when: null };
}

const TIME_FIRST =
  /^(?<when>(?:\d{1,2}(?:[:.]\d\d|\s?[ap]m)|at|on|in|next|this|every|tomorrow|tmrw?|tonight|today|(?:mon|tues?|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?)\b.{0,40}?),? (?:please |can you )?remind me(?: to| about| that)? (?<words>.+)$/is;
const TIME_BEFORE =
  /^(?=.*(?:\d|\b(?:[a-z]+day|tomorrow|tmrw?|tonight|noon)\b))(?<words>.+?),? (?:please )?remind me$/is;

const HOUR_LAST = /^.*\d.*?[,;] (?:please )?remind me (?:at )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?$/is;

/** `Tomorrow at 9 remind me to call mum`, `call mum tomorrow at 9, remind me`. */
function recogniseTurned(asked: string): Command | null {
  const kept = withoutPlease(asked);
  if (HOUR_LAST.test(kept) && !PROSE.test(kept))
    return { kind: 'remind', form: 'remind me', words: kept, when: null };
  const { when = '', words } = (TIME_FIRST.exec(kept) ?? TIME_BEFORE.exec(kept))?.groups ?? {};
  if (!words || PROSE.test(words)) return null;
  return { kind: 'remind', form: 'remind me', words: `${words} ${when}`.trim(), when: null };
}
