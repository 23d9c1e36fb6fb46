import { cutAtWord } from '../contract/fitting';
import { toPlainCharacters } from '../outbox/texts';

const REMIND_HINT =
  'For a reminder: remind me fri 9am to call mum. These work, too: in 2 hours, tomorrow 9, 24 dec 6pm, every friday 9am.';

/** `query`: what may answer the text at once. */
export type Hint = {
  kind: string;
  pattern: RegExp;
  line: (text: string, tag: string) => string;
  query?: (text: string) => string;
};

const NEWS = '(?:texts?|messages?|notifications?|alerts?)';

/** The first that fits counts. Patterns see the text without its opening words, such as `please` or `can you`. */
export const HINTS: Hint[] = [
  {
    kind: 'remind',
    pattern:
      /^(?:remember to |don'?t forget to )?(?:re?mi?n?i?n?d|remidn)(?:er)?(?:\W| me\b| us\b|$)|\b(?:remind me|reminder|let me forget|be reminded)\b|^(?:set|need|i need|want|i want)\b.{0,12}\b(?:reminder|alarm|timer)|^(?:wake|text|ping|nudge|alert|notify|message|buzz|tell) me (?:up |back )?(?:at|in|on|about|when|tomorrow|tonight|again|every|by)\b/i,
    line: () => REMIND_HINT,
  },
  {
    kind: 'stop',
    pattern:
      /^(?:stop it|stop this|no more|stop bothering me|leave me alone|lose my number|wrong number|who is th(?:is|at)|(?:how (?:do|can) i|where do i|i can'?t) (?:unsubscribe|stop|opt out|cancel|end th).*|stop .{0,20}(?:texts?|texting|messages|messaging).*)\W*(?:sorry\W*)?$/i,
    line: () => 'To get no more texts from us: STOP.',
  },
  {
    kind: 'digest',
    pattern:
      /^digest\b(?! of\b)(?=.{0,40}$)|\b(?:daily|weekly) digest\b|\b(?:text|message|notify|tell|update|send) (?:me|us)\b.{0,30}\bonce (?:an?|per|each|every) (?:day|week)\b|^(?:fewer|less|one) (?:texts?|messages?|notifications?|alerts?)(?: (?:please|pls|(?:an?|per|each|every) (?:day|week)))?\W*$|^(?:send|text|give) (?:me|us) (?:fewer|less) (?:texts|messages|notifications|alerts)\b/i,
    line: () => 'For one text a day with what is new: DIGEST daily 8am. To end it: DIGEST off.',
  },
  {
    kind: 'mute',
    pattern: new RegExp(
      `^(?:un)?mute(?: (?:all|everything|everybody|everyone|it|this|that|them|(?:the |my )?(?:group|board|family|chat)))?\\W*$|^(?:too many|so many|fewer|less|turn (?:off|on)(?: all| the| my)?|no(?: more)?|stop(?: the| all)?) ${NEWS}|^(?:un)?mute\\b.*#`,
      'i',
    ),
    line: (_, tag) => `For no texts about a shared board: MUTE #${tag || 'board'}.`,
  },
  {
    kind: 'zone',
    pattern:
      /^(?:tz\b|time ?zone\W*$|(?:change|set|what|which|wrong|my)\b.{0,12}\btime ?zone\b|(?:the|my|your) (?:time|clock|hour)s? (?:is|are) (?:wrong|off))/i,
    line: () => 'To set your time zone: TZ and a large city, such as TZ berlin.',
  },
  {
    kind: 'snooze',
    pattern: /^snoo?ze?e?(?:\W*$|\s+(?:it|for|till|until|\d|an?\b))/i,
    line: () => 'SNOOZE and DONE work for a day after a reminder.',
  },
  {
    kind: 'undo',
    pattern:
      /^(?:undo|revert)(?: (?:the|my|last|everything|all|that|two|three|\d|changes?|edits?|it|ones?|notes?|texts?))*\W*$|^take it back/i,
    line: () => 'UNDO takes back the last thing that you texted, and UNDO again the one before.',
  },
  {
    kind: 'delete',
    pattern:
      /^cancel (?:that|this|it)\W*$|^(?:delete|erase|remove|trash) (?:that|this|it|everything|(?:the|my|all|every|last|these|those)(?: \p{L}+)* (?:ones?|notes?|texts?|messages?|posts?|entry|two|three|few|\d)\b|all|(?:my |this )?account|(?:note|number|message) \d+|\p{L}+\W*$|.*\b(?:from|off) (?:the|my) list\b|.*#)|^(?:never ?mind|nvm|forget (?:it|that)|scratch (?:that|it)|ignore (?:that|this|my last))\b/iu,
    line: () => 'To delete your last text: DELETE. For an earlier one: ? and a word, its number, DELETE.',
  },
  {
    kind: 'edit',
    pattern:
      /^(?:edit|change|correct|fix|update|replace|amend) (?:the last|my last|that|it|this|last|typo)\b|^edit\b(?!\w)(?! pass)|^(?:i meant|correction\b|\*\w)/i,
    line: () => 'To change your last text: EDIT and all its new words.',
  },
  {
    kind: 'login',
    pattern:
      /\b(?:log ?in|sign ?in|log on)\b.{0,30}\b(?:laptop|computer|web|website|phone|tablet|online)\b|\bhow\b.{0,20}\b(?:log ?in|sign ?in|log on)\b|\bmy password\W*$|\bforgot (?:my|the) password/i,
    line: () => 'For a link that signs you in: LOGIN. There is no password.',
  },
  {
    kind: 'reply',
    pattern: /^(?:[Rr]eply|[Aa]nswer|[Rr]espond)(?::| \p{Lu}| yes| no| that)/u,
    line: () => 'To answer what you were last told of: RE and your words.',
  },
  {
    kind: 'board',
    pattern: /^[#＃][\p{L}\p{M}\p{N}_-]+[\s.!]*$/u,
    line: (_, tag) => `To read what is on it: #${tag}?`,
  },
  {
    kind: 'invite',
    pattern:
      /^(?:invite\b(?! lists?\b)[^:\n]{2,40}$|how (?:do|can) (?:i|we) (?:invite|add) (?:someone|somebody|people|a person|my \p{L}+)\b)/iu,
    line: (_, tag) => `To invite somebody to a board of yours: INVITE +1 202 555 0133 #${tag || 'board'}.`,
  },
  {
    kind: 'help',
    pattern:
      /^(?:what are (?:the|your) commands|how (?:do|can|would) (?:i|we|you) (?:make|create|add|share|use|invite|see|read|get|start|send|save|search|find|rename|delete|change|join|leave|post)\b|(?:can|could|do|will|are|is) (?:you|u|this|it) (?:add|hear|see|read|save|send|share|show|tell|find|make|list|give|help|there|work|real|a bot|able)\b|are you (?:there|real|a bot|human))/i,
    line: () => 'HELP lists what you can text.',
  },
  {
    kind: 'read',
    pattern:
      /^(?:show|list|see|read|view)(?: me)?(?: all)?(?: of)? my (?:\p{L}+ )?(?:notes?|texts?|messages|stuff)(?: (?:please|pls))?\W*$/iu,
    line: () => 'To read your notes: BOARDS lists the boards, #board? reads one, ? and a word finds.',
  },
  {
    kind: 'find',
    pattern:
      /^(?:(?:where|what|when|which|who|whose|how (?:much|many|long|far|old|big|often|do|did))\b(?! (?:if|the|a|an)\b)(?!'s up\b)(?=..+(?:\b(?:my|the|our|i|we|did|was|were)\b|\?$))(?!ever)(?!.*\b(?:you|u)\b)|(?:where|what|when|who)(?:'s|s) (?:my|the|our)\b|what(?:'s|s| is) [\p{L}' ]+\?$|when (?:is|are|was|does|do|did)\b|(?:do|did) (?:i|we) (?:have|save|write|keep|note|put)\b|(?:find|search|look up|look for)(?:\W*$| (?!(?:at|to|out|joy|waldo|party|for meaning)\b)(?=[^.,;:!\s]+(?: [^.,;:!\s]+){0,6}\W*$)))/iu,
    line: (text) => `To find what you kept: ? ${wordsOf(text) || 'and a word'}`,
    query: (text) => queryOf(text),
  },
];

const QUESTION_WORDS =
  /^(?:(?:find|search|look up|look for|for|where|what|when|which|who|how|is|are|was|were|did|do|does|has|have|can|i|we|put|save|write|keep|the|my|our|a|an|about|note|name|of|any|s|start)(?:'s|s)?\s+)+/i;

const NO_SEARCH_WORDS =
  /(?<![\p{L}\p{N}])(?:find|search|look|up|for|where|what|when|which|who|whose|how|is|are|was|were|did|do|does|has|have|had|can|i|we|put|saved?|write|wrote|keep|kept|the|my|our|an?|about|notes?|name|of|any|anything|something|everything|on|in|to|at|say|said|called|again|that|this|it|much|many|long|with|from)(?:['’]?s)?(?![\p{L}\p{N}])/giu;

const queryOf = (text: string): string =>
  (text.replace(NO_SEARCH_WORDS, ' ').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

const wordsOf = (text: string): string =>
  toPlainCharacters(cutAtWord(`${text.replace(/[?!.\s]+$/, '')} `.replace(QUESTION_WORDS, '').trim(), 30));
