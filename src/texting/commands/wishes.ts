import { hashtagSlug } from '../../contract/hashtags';
import type { Command } from './command';
import { isSlipOf } from './plain-words';

/** Words that may stand anywhere in a wish. */
const SMALL =
  "the my our me i we it is are was a an all any and to for of on in from at by with this that those now again just too also well as up so very i'd rn atm going happening currently";
const NEWS =
  'text texts texting message messages messaging msgs sms notification notifications notifying notify alerts updates';
const SENT =
  'last latest previous most recent one note text message msg post thing entry sent texted wrote posted what did';
const BOARDS = 'board boards list group chat';
const IT =
  /\b(?:that|this|it|last|latest|previous|i (?:just )?(?:sent|texted|wrote|posted))\b|\b(?:the|my) (?:note|text|message|msg|post)\b/i;

/** A wish begins as `start` says, has what `needs` names, and no words but these: then it is no note. */
type Wish = {
  start: RegExp;
  needs?: RegExp;
  hasTag: boolean;
  /** Two hashtags may be meant: `#trips not #food`. */
  isMove?: boolean;
  words: string;
  meaning: (found: { tag: string; text: string; others: string[] }) => Command | null;
};

const WISHES: (Omit<Wish, 'words'> & { words: Set<string> })[] = (
  [
    {
      start:
        /^(?:show|list|see|view|read|check|open|display|what all(?=.* for\b)|gimme|lemme|give me|pull up|read me|let me see|catch me up|how many (?:things|items|notes)\b(?=.*\b(?:on|in)\b)|(?:wh?ats?|what's|what|anything|any news|is there anything|latest|newest|everything|do (?:we|i) (?:need|have))\b(?=.*\b(?:on|in|from|of|tagged)\b)|wh?at'?s(?= #))/i,
      hasTag: true,
      words: `${SMALL} ${BOARDS} under tagged stands stand show see view check open display gimme lemme catch how many give pull read let what whats wats what's anything everything news new newest latest recent last left still there currently have has got do did put save saved post posted write wrote notes note stuff items things today need needs needed buy get missing open else links link photos photo pictures pics files recipes ideas`,
      meaning: ({ tag }) => ({ kind: 'ask', query: `#${tag}` }),
    },
    {
      start:
        /^(?:(?:tell me |show me )?(?:who|whos|who's|whose)\b(?! (?:else )?(?:put|post|posts|posted|write|share|shared|got|had|have|has (?!access))\b)|how many (?:people|persons|members|users|others)\b|(?:list |show |show me |see )?(?:the |all |all the )*(?:members|people)\b)/i,
      needs:
        /^(?:tell me |show me )?who(?:s|'s| has| have)? [#＃]|\b(?:on|in|of|sees?|reads?|gets?|access|belongs|part|members?)\b/i,
      hasTag: true,
      words: `${SMALL} ${BOARDS} tell show see list who whos who's whose owner owns how many people persons members member users others else everyone can could does has have had got get gets read reads sees view access belongs part there post posts posted put write share shares shared joined what notes now currently yet`,
      meaning: ({ tag }) => ({ kind: 'who', tag }),
    },
    {
      start: /^(?:show|list|see|what|which|my|all)\b/i,
      needs: /\bboards\b/i,
      hasTag: false,
      words: `${SMALL} show list see what which boards do have got there am`,
      meaning: () => ({ kind: 'status' }),
    },
    {
      start:
        /^(?:no[,.!]* |(?:that was |that's |thats )?wrong(?: (?:chat|person|window|board))?[,.!]* |never ?mind,? |nvm,? |forget it,? |oops,? |sorry,? |omg )*(?:delete|remove|erase|del|trash|bin|scrap|ditch|get rid of)\b/i,
      needs: new RegExp(
        `${IT.source}|^(?:omg |no )*(?:delete ?){2,}|^wrong (?:chat|person|window)|^(?:(?:no|wrong|that was|that's|thats|nvm|never ?mind|forget it|sorry|oops|omg)[,.!]* )+(?:delete|erase|remove)$`,
        'i',
      ),
      hasTag: false,
      words: `the my that this it i just very of right now omg was that's thats ${SENT} said say texted no delete remove erase del trash bin scrap ditch get rid thing wrong chat person window board oops never mind nevermind nvm forget sorry again whole`,
      meaning: () => ({ kind: 'delete' }),
    },
    {
      start: /^(?:undo|revert)\b/i,
      hasTag: false,
      words: `the my that this it i just very right now ${SENT} said did changed undo revert`,
      meaning: ({ text }) => (/ /.test(text) ? { kind: 'undo' } : null),
    },
    {
      start:
        /^(?:(?:add|put|also|tag|label)\b|(?:move|copy) to\b|(?:post|save|share|file|copy|move)\b(?=.*\b(?:it|that|this|last|note|message)\b)|(?:that|this|it)\b(?=.*\b(?:goes|belongs|should)\b))/i,
      needs: /\b(?:to|on|in|into|under|onto|with|as)\b|^(?:add|tag|label|also)\b/i,
      hasTag: true,
      words: `${SMALL} ${SENT} board list add put also tag label save stuff share file copy move goes belongs should be go into under onto`,
      meaning: ({ tag, text }) => ({
        kind: 'tag',
        add: [tag],
        remove: [],
        ...(/^move\b/i.test(text) && { isMove: true }),
      }),
    },
    {
      start: /^/,
      isMove: true,
      needs: /\b(?:not|wrong|should(?:'?ve)?|shoulda|instead|meant|supposed|belongs)\b/i,
      hasTag: true,
      words: `it that this was is the on in to under into for wrong board list place tag hashtag one spot excuse me should should've shouldve shoulda have be been go gone put move instead meant mean supposed belongs i we no not oops sorry my bad mistake note last actually please can could you`,
      meaning: ({ tag, text, others }) =>
        /\b(?:not|no) [#＃]\S+$/i.test(text) === others.length > 0
          ? { kind: 'tag', add: [tag], remove: others, isMove: others.length === 0 }
          : null,
    },
    {
      start: /^(?:take|remove|delete|get)\b/i,
      needs:
        /^(?:remove|take|delete)(?: off)? (?:from|off|out of)\b|\b(?:it|that|this|last|note|message)\b.*\b(?:off|from|out)\b|[#＃]\S+ (?:off|from)(?: of)? (?:it|that|this)\b/i,
      hasTag: true,
      words: `${SMALL} ${SENT} board list take remove delete get off out`,
      meaning: ({ tag }) => ({ kind: 'tag', add: [], remove: [tag] }),
    },
    {
      start:
        /^(?:unmute\b|(?:turn|switch|enable)\b(?=.*\bon\b)|(?:start|resume)\b(?=.*\b(?:on|texts?|texting|messages?|notifications?|alerts|updates)\b))/i,
      hasTag: true,
      words: `${SMALL} ${BOARDS} ${NEWS} unmute turn switch start enable resume back about please`,
      meaning: ({ tag, text }) => ({ kind: 'mute', tag, muted: false, isGuess: !/^unmute/i.test(text) }),
    },
    {
      start:
        /^(?:(?:mute|silence|quiet|hush|unfollow|stop|no|disable|unsubscribe|quit|fewer|less)\b|(?:turn|switch)\b(?=.*\boff\b)|(?:don't|dont|do not|never)\b(?=.*\b(?:text|message|notify|send|tell)\b.*\b(?:about|from|for)\b))/i,
      hasTag: true,
      words: `${SMALL} ${BOARDS} ${NEWS} mute silence quiet hush unfollow stop no more disable unsubscribe quit fewer less turn switch off don't dont do not never send sending tell telling about anymore everything stuff things`,
      meaning: ({ tag, text }) => ({ kind: 'mute', tag, muted: true, isGuess: !/^mute/i.test(text) }),
    },
    {
      start: /^(?:log|sign|login|wh?at'?s|what is|send|give|get|text|link|a|the|my|i need|need)\b/i,
      needs: /\b(?:log ?(?:me )?in|sign ?(?:me )?in)\b/i,
      hasTag: false,
      words:
        "the my me a to in whats what what's is wats log login sign signin send give get text link in please i need",
      meaning: () => ({ kind: 'login' }),
    },
  ] satisfies Wish[]
).map((wish) => ({ ...wish, words: new Set(wish.words.split(' ')) }));

/** Of the words that say what is wished; a form of such a word, such as `deleted`, is no slip. */
const SPELLED =
  'delete remove erase undo mute unmute show that this last cancel reminder message notifications digest everything board boards hashtag'.split(
    ' ',
  );

/** Two slips of the keyboard at most. */
function withoutSlips(text: string): string {
  const slips = [...text.matchAll(/(?<![#＃\p{L}])\p{L}{4,}/gu)].flatMap(([typed]) => {
    const word = SPELLED.includes(typed.toLowerCase())
      ? undefined
      : SPELLED.find((one) => isSlipOf(typed.toLowerCase(), one));
    const isForm = word && (typed.toLowerCase().startsWith(word) || ALSO_WORDS.test(typed));
    return word && !isForm ? [[typed, word] as const] : [];
  });
  return slips.length <= 2 ? slips.reduce((words, slip) => words.replace(...slip), text) : text;
}

const ALSO_WORDS =
  /^(?:than|hat|chat|what|thin|thus|these|those|them|then|they|list|lost|lest|lasts?|fast|past|cast|vast|mast|blast|shoe|shot|shop|show[ns]?|slow|snow|stow|mate|mite|mutt?s?|muse|cute|jute|lute|flute|dilate|relate|deplete|removed|unmuted|hats|thatch|thistle|this|thug|massages?|cancer|canceled|cancels|remainders?|reminders|reminded|messages|messaged|bored|beards?|broad|boar|boards|boarded|digests|digested|notification)$/i;

export function recogniseWish(typed: string): Command | null {
  const text = withoutSlips(typed);
  const tags = [...text.matchAll(/[#＃][\p{L}\p{M}\p{N}\p{Join_C}_-]+/gu)].map(([tag]) => tag);
  const words = text
    .toLowerCase()
    .replace(/[#＃]\S+/g, ' ')
    .split(/[\s,]+|[.!;:]+(?:\s|$)/)
    .filter(Boolean);
  const tag = hashtagSlug(tags[0]?.slice(1) ?? '');
  const named = tag.split('-'); // what's on the groceries #groceries
  const others = tags.slice(1).map((one) => hashtagSlug(one.slice(1)));
  if (others.length > 1 || others.includes('') || (tags.length > 0 && !tag)) return null;
  const wish = WISHES.find(
    ({ start, needs, hasTag, isMove, words: known }) =>
      hasTag === tags.length > 0 &&
      (others.length === 0 || isMove) &&
      start.test(text) &&
      (needs?.test(text) ?? true) &&
      words.every((word) => known.has(word) || named.includes(word)),
  );
  return wish?.meaning({ tag, text, others }) ?? null;
}
