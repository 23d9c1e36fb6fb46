import { namedAbroad } from './commands/abroad';

const REMIND_HINT =
  'For a reminder: remind me fri 9am to call mum. These work, too: in 2 hours, tomorrow 9, 24 dec 6pm, every friday 9am.';

export const EDIT_LINE = 'To change your last text: EDIT and all its new words.';

export type Hint = { kind: string; pattern: RegExp; line: (text: string, tag: string) => string };

const NEWS = '(?:texts?|messages?|notifications?|alerts?)';

/** The first that fits counts. Patterns see the text without its opening words, such as `please` or `can you`. */
export const HINTS: Hint[] = [
  {
    kind: 'remind',
    pattern:
      /^(?:remember to |don'?t forget to )?(?:rmn?d|re?mi?n?i?n?d|remidn)(?:er)?(?:\W| me\b| us\b|$)|^remindme\b|\b(?:remind me|reminder|let me forget|be reminded)\b|^(?:set|need|i need|want|i want)\b.{0,12}\b(?:reminder|alarm|timer)|^(?:wake|text|ping|nudge|alert|notify|message|buzz) me (?:up |back )?(?:at|in|on|about|when|tomorrow|tonight|again|every|by)\b|^tell me (?:at|in|on|when (?:it|i)|tomorrow|tonight|again|every|by)\b/i,
    line: (text) => REMIND_HINT.replace('reminder', `reminder${namedAbroad(text, 'remind')}`),
  },
  {
    kind: 'stop',
    pattern:
      /^(?:stop it|stop this|no more|i want out|no more please(?: stop)?|(?:stop|quit|cease) (?:bothering|bugging|harassing|annoying|pestering) (?:me|us)|(?:just )?leave me (?:the \w+ )?alone|go away|enough with (?:the|these|all the) (?:texts|messages).*|lose my number|i (?:never|did ?n.?t) sign(?:ed)? up.{0,30}|who keeps (?:texting|messaging).{0,30}|no more of these.{0,40}|stopp+ it|quit it|wrong (?:number|#)|not interested|whos? (?:is |are )?(?:th(?:is|at)|you)|who dis|(?:how (?:do|can) (?:i|you)|where do i|i can'?t) (?:unsubscribe|stop|opt out|cancel|end th|(?:make|get) (?:this|it|these|them|the texts?|the messages?) (?:to )?stop|turn (?:this|it|these) off).*|stop .{0,20}(?:texts?|texting|messages|messaging).*)\W*(?:sorry\W*)?$/i,
    line: () => 'To get no more texts from us: STOP.',
  },
  {
    kind: 'digest',
    pattern:
      /^digest\b(?! of\b)(?=.{0,40}$)|^(?=.{1,80}$)(?:change|set|send|move|stop|make|get)\b.*\b(?:the|my) digest\b|\b(?:daily|weekly) digest\b|\b(?:text|message|notify|tell|update|send) (?:me|us)\b.{0,30}\bonce (?:an?|per|each|every) (?:day|week)\b|\b(?:(?:just )?(?:send|text|give) (?:me|us) (?:just |only )?one (?:text |message |summary )?(?:an?|per|each|every) (?:day|week)|(?:one|a(?: single)?|just one|only one) (?:text|message|summary|update) (?:an?|per|each|every) (?:day|week))\b|^(?:fewer|less|one) (?:texts?|messages?|notifications?|alerts?)(?: (?:please|pls|(?:an?|per|each|every) (?:day|week)))?\W*$|^(?:send|text|give) (?:me|us) (?:fewer|less) (?:texts|messages|notifications|alerts)\b/i,
    line: () => 'For one text a day with what is new: DIGEST daily 8am. To end it: DIGEST off.',
  },
  {
    kind: 'mute',
    pattern: new RegExp(
      `^(?:un)?mute(?: (?:all|everything|everybody|everyone|it|this|that|them|(?:the |my )?(?:group|board|family|chat)))?\\W*$|^(?:(?:way )?too many|so many|why (?:do|am|are) .{0,20}(?:so many|too many)|fewer|less|turn (?:off|on)(?: all| the| my)?|no(?: more)?|stop(?: the| all)?) ${NEWS}|^(?:un)?mute\\b.*#`,
      'i',
    ),
    line: (_, tag) => `For no texts about a shared board: MUTE #${tag || 'board'}.`,
  },
  {
    kind: 'zone',
    pattern:
      /\b(?:change|set|fix|update) (?:my |the )?time ?zone\b|^wh?at time (?:is it|do (?:you|u) (?:think|have))|^(?:tz\b|time ?zone\W*$|(?:change|set|what|which|wrong|my)\b.{0,12}\btime ?zone\b|(?:(?:the|my|your) )?(?:time|clock|hour)s? (?:is|are) (?:wrong|off))/i,
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
      /^(?=.{1,80}$).*\b(?:take (?:it|that|this) back|undo (?:it|that|this))\W*$|^(?:undo|revert)(?: (?:the|my|last|everything|all|that|two|three|\d|changes?|edits?|it|ones?|notes?|texts?))*\W*$|^(?:take it back|go back)\W*$/i,
    line: () => 'UNDO takes back the last thing that you texted, and UNDO again the one before.',
  },
  {
    kind: 'account',
    pattern: /^(?:delete|close|cancel|remove|end) (?:my |this |the )(?:whole )?account\b/i,
    line: () =>
      'An account is deleted on the web, under Profile: LOGIN texts you a link. For no more texts: STOP.',
  },
  {
    kind: 'tick',
    pattern:
      /^(?:clear|empty|wipe)(?: out)? [#＃][\p{L}\p{N}_-]+(?: list)?\W*$|^(?:clear|empty|reset|untick|uncheck|tick|check) (?:(?:off )?(?:everything|all)|the|my|our) (?:.{1,20} )?list\W*$|^(?:i )?did ?n.?t (?:get|buy) (?:the |any )?\p{L}+\W*$/iu,
    line: (_, tag) =>
      tag
        ? `To tick what is on it: LIST ON #${tag}, then DONE and its words. DELETE deletes your last text.`
        : 'DONE and its words, or numbers after #list?, tick what is on a list; UNDO takes it back.',
  },
  {
    kind: 'delete',
    pattern:
      /^(?:borrar|l[oö]schen|supprimer|effacer|cancellare|elimina(?:re|r)|apagar|verwijderen)\W*$|^that was (?:a mistake|an accident)\W*$|^(?=.{1,80}$).*\b(?:did ?n.?t|did not) mean to (?:send|text|post) (?:that|this|it)\b|^(?:not (?:that|this) one|(?:i )?did ?n.?t mean (?:to send )?(?:that|this)|(?:can (?:you|i) )?(?:unsend|take down|pull) (?:that|this|it)|get (?:that|it|this) out of (?:there|here))\W*$|^cancel (?:that|this|it)\W*$|^(?:delete|erase|remove|trash) (?:that|this|it|everything|(?:the|my|all|every|last|these|those)(?: \p{L}+)* (?:ones?|notes?|texts?|messages?|posts?|entry|two|three|few|\d)\b|all|(?:my |this )?account|(?:note|number|message) \d+|\p{L}+\W*$|.{1,40} (?:from|off) (?:the|my) list\W*$)|^(?:never ?mind|nvm|forget (?:it|that)|scratch (?:that|it)|ignore (?:that|this|my last))\b|^(?:ignore|disregard|scratch|strike)(?: (?:(?:the )?(?:previous|above|last)(?: \p{L}+)?|that|this))?\W*$/iu,
    line: (text) =>
      `To delete your last text${namedAbroad(text, 'delete')}: DELETE. For an earlier one: ? and a word, its number, DELETE.`,
  },
  {
    kind: 'edit',
    pattern:
      /^(?:edit|change|correct|fix|update|replace|amend) (?:the last|my last|that|it|this|last|typo)\b|^edit\W*$|^(?:change|replace) \S+ (?:to|with) \S+\W*$|^(?:edit|change|update|correct|fix|rewrite) (?:the|my|our) (?:\p{L}+ ){1,4}(?:note|text|message|one)\b|^(?:fix|correct|remove|take out|change|delete) (?:the|my|that) (?:spelling|typos?|last line|first line|hash ?tag|tag)\b|^merge (?:those|these|the|my)\b|^i (?:mis)?spell?(?:ed|t) (?:it|that|this)\b|^edit (?:the|my) (?:\p{L}+ )?(?:ones?|notes?|texts?|messages?|post)\W*$|^(?:that|this|it)(?:'s| is|s| was) (?:all )?wrong\b(?=.{3})|^(?:i meant|i said|correction\b|\*\w|typo\b.{0,40}$|add .{2,40} to (?:that|it|this|my last \p{L}+)\W*$|(?:it |that )?should (?:say|be|read) \p{L}+\W*$|(?:no )?not \p{L}+, \p{L}+\W*$)/iu,
    line: () => EDIT_LINE,
  },
  {
    kind: 'login',
    pattern:
      /^(?:how|where|can|is there)\b.{0,40}\b(?:on|from|with) (?:my|a|the) (?:laptop|computer|pc|mac|tablet|ipad|browser)\b|\b(?:log ?in|sign ?in|log on)\b.{0,30}\b(?:laptop|computer|web|website|phone|tablet|online)\b|\bhow\b.{0,20}\b(?:log ?in|sign ?in|log on)\b|\bmy password\W*$|\bforgot (?:my|the) password/i,
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
    line: (_, tag) => `To read what is on it: #${tag}? To put your last text there: +#${tag}`,
  },
  {
    kind: 'share',
    pattern:
      /^(?:send|forward|share|show) (?:this|that|it|my last \p{L}+) (?:to|with) \p{L}+(?: \p{L}+)?\W*$/iu,
    line: () =>
      'Others read what is on a shared board: +#board puts your last text there, INVITE adds somebody.',
  },
  {
    kind: 'wrong board',
    pattern:
      /^(?:(?:oops|sorry|no),? )*(?:(?:that|it)(?:'s| is| was| went (?:to|on|in))? ?(?:the )?)?wrong (?:board|tag|hash ?tag|list|place|spot)\W*(?:sorry\W*)?$/i,
    line: () => 'To move your last text: +#board puts it there, -#board takes it off.',
  },
  {
    kind: 'delete board',
    pattern:
      /^(?:delete|remove|erase|get rid of) (?:the|my|our) (?!last\b).{0,30}\b(?:board|list|group)\W*$/i,
    line: () => 'A board is deleted on the web: LOGIN texts you a link. DELETE deletes your last text.',
  },
  {
    kind: 'find',
    pattern: /^(?:find|search|look up|look for)\W*$/i,
    line: () => 'To find what you kept: ? and a word',
  },
  {
    kind: 'invite',
    pattern:
      /^(?:invite (?:\p{L}+ )?(?:[\d+(]|\p{L}+\W*$|(?:my|our) (?:\p{L}+ )?\p{L}+\W*$)|invite .{2,30} to (?:[#＃]|(?:the |my |our )?\S+ (?:board|list|group|chat)\W*$)|(?:invite|add) (?:my|our) .{2,30} to (?:the|my|our) (?:\p{L}+ )?(?:board|group|list)\W*$|how (?:do|can) (?:i|we) (?:let|give|get|have)\b.{1,40}\b(?:see|read|use|join|access|on|in)\b|how (?:do|can) (?:i|we) (?:invite|add|share)\b.*(?:someone|somebody|people|a person|others|with|my \p{L}+)\b)/iu,
    line: (_, tag) => `To invite somebody to a board of yours: INVITE +1 202 555 0133 #${tag || 'board'}.`,
  },
  {
    kind: 'language',
    pattern:
      /^(?=.{1,90}$)(?=.*\b(?:puedes|contest|respond|habla|escrib|kannst|antwort|sprich|sprech|schreib|peux|r[eé]pond|parle|[eé]cri|puoi|rispond|parla|scriv|pode|fala|escrev|kun|antwoord|answer|speak|talk|reply|write|text|understand|entiend|versteh|comprend|capisc|quiero|mensajes|textos|m[oö]chte|nachrichten|veux|voglio|messaggi|quero|mensagens|(?:switch|change) (?:it |this |the language |language )?to\b|(?:texts|messages|answers|replies) (?:to be )?in)).*\b(?:en espa[nñ]ol|auf deutsch|en fran[cç]ais|in italiano|em portugu[eê]s|in het nederlands|(?:in )?(?:spanish|german|french|italian|portuguese|dutch))\b/i,
    line: () =>
      'Answers are in English. Reminders, questions and DELETE may be in Spanish, German, French, Italian, Portuguese or Dutch.',
  },
  {
    kind: 'new board',
    pattern:
      /^(?:how (?:do|can|would) (?:i|we|you)|can i|i want to) (?:make|create|start|add|get|have|set up) (?:a |an |another |new |my |own )*(?:board|list|group|hashtag|tag|category|folder)\b|^(?:make|start|create|begin|set up)(?: me)? (?:an? )?(?:new )?(?:\p{L}+ ){0,2}(?:board|list|hash ?tag|folder)\W*$/iu,
    line: () => 'A hashtag makes a board: Buy milk #groceries. LIST ON #groceries makes it a list.',
  },
  {
    kind: 'rename',
    pattern:
      /^(?:rename|change the name of) (?:the |my |our )?(?:[#＃]|board|(?:\p{L}+ ){1,2}(?:board|list|group))/iu,
    line: () => 'A board gets another name on the web: LOGIN texts you a link.',
  },
  {
    kind: 'block',
    pattern:
      /^(?:how (?:do|can) (?:i|you) )?block (?!party|off|out|time|print|list|quote|chain|schedule)(?:a person|this person|\p{L}+)\W*$/iu,
    line: () => 'BLOCK #board leaves it, and its owner can add you to none again.',
  },
  {
    kind: 'read',
    pattern:
      /^(?:show|list|see|read|view)(?: me)?(?: all)?(?: of)? my (?:\p{L}+ )?(?:notes?|texts?|messages|stuff)(?: (?:please|pls))?\W*$/iu,
    line: () => 'To read your notes: BOARDS lists the boards, #board? reads one, ? and a word finds.',
  },
];

/** After all others. */
export const HELP: Hint = {
  kind: 'help',
  pattern:
    /^(?:(?:this|it|that) (?:is not|isn'?t|is ?n.t|does ?n.?t|did ?n.?t|doesnt|didnt) work(?:ing)?\W*$|(?:you|u) (?:got|did|have) (?:it|that|this) (?:all )?wrong|(?:that|this)(?:'s| is|s) (?:not )?(?:wrong|not what i (?:said|meant|wanted|asked)|what i meant)\W*$|i (?:do not|don'?t|dont) (?:understand|get)\b(?: (?:this|it|how|what|any))?|i(?:'m| am) (?:so )?(?:confused|lost)\W*$|wh?at (?:are you able|can (?:u|you|i) do)|how (?:does|do) (?:i |it |this |you )?(?:use|work)|(?:where|what) (?:is|are) (?:the|my) (?:settings|manual|instructions)|what are (?:the|your) commands|how (?:do|can|would) (?:i|we|you) (?:make|create|add|share|use|invite|see|read|get|start|send|save|search|find|rename|delete|change|join|leave|post)\b|(?:can|could|do|will|are|is) (?:you|u|this|it) (?:add|hear|see|read|save|send|share|show|tell|find|make|list|give|help|there|work|real|a bot|able)\b|(?:menu|options?|guide|tutorial|manual)\W*$|how (?:2|to) use(?: this| it)?\W*$|wh?at'?(?:s| is) this(?: thing| number| app| for)*\W*$|show me what i can\b|how do (?:the )?(?:hash ?)?tags work|idk (?:what|how) to do\b|(?:that'?s )?not what i (?:meant|said|wanted|asked)|are you (?:there|real|a (?:ro)?bot|human|an? ai)|(?:show|list|see|read|view)(?: me)? how)/i,
  line: () => 'HELP lists what you can text.',
};

const PERSON =
  '(?:(?:my|our|his|her|a|another|the) )?(?:(?:\\p{L}+ )?(?:sis(?:ter)?|bro(?:ther)?|mom|mum|mam[aá]|mother|dad|father|papa|parents?|wife|husband|hubby|partner|boyfriend|girlfriend|gf|bf|fianc[eé]e?|son|daughter|kids?|cousin|aunt(?:ie)?|uncle|niece|nephew|grand(?:ma|pa|mother|father|son|daughter)|friends?|roommates?|flatmates?|housemates?|neighbou?rs?|boss|foreman|cowork(?:er|ers)|colleagues?|teacher|babysitter|nanny|in-?laws?)|some(?:one|body)|people|a person|others)(?: (?!(?:is|are|was|will|has|in|on|off|out|get|see|read)\\b)\\p{L}+)?';
/** Right before the end: a hashtag after `in the car` says where the note belongs. */
const BOARD = '(?:the |my |our )?[#＃][\\p{L}\\p{N}_-]+(?: (?:board|group|list))?';
const LAST = `${BOARD}(?: (?:please|pls|too|as well|also|now|any ?more|already))*\\W*$`;
const OF_US =
  '(?:(?:that|this|it|my|the|your|all|last|old|every|a|an)\\b.{0,20}\\b)?(?:photos?|pictures?|pics?|notes?|texts?|messages?|posts?|links?|entry|entries|that|this|it)';

/** What is said to us, although it has a hashtag. */
export const REQUESTS: Hint[] = [
  {
    kind: 'request',
    pattern: new RegExp(
      `^(?:(?:stop|quit|end|undo) sharing|unshare) ${BOARD}(?: (?:with|from|to) .{2,40}| (?:please|pls|now|any ?more))*\\W*$|^(?:kick|boot|ban|throw|uninvite|unshare|remove|take|drop|get) (?:(?<=kick |boot |ban |uninvite |remove )${PERSON}|(?<person>\\p{L}[\\p{L}'-]*(?: \\p{L}+)?)) (?:off|from|out|out of) (?:of )?${LAST}`,
      'iu',
    ),
    line: (_, tag) =>
      `The owner of #${tag} removes people on the web: LOGIN texts you a link. To leave it yourself: LEAVE #${tag}.`,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `^(?:invite [^,.;:!#]{2,40}|(?:add|put|get) (?:\\d+ |two |some |more )?${PERSON}|(?:give|get) .{2,30} access|how (?:do|can) (?:i|we) (?:invite|add|share|get) .{2,40}) (?:to|on|onto|into|in) (?:the |my |our )?[#＃][\\p{L}\\p{N}_-]+(?: (?:board|group|list))?\\W*$|^(?:how (?:do|can) (?:i|we) )?(?:share|sharing|compart\\p{L}*|teilen?|partag\\p{L}*|condivid\\p{L}*) (?:the |my |our )?[#＃]\\S+(?: (?:board|group|list))?(?:$|,? (?:with|w\\/?|to|con|mit|avec|com|met)\\b.{2,60}$)|^(?:send|show|open) (?:the |my |our )?[#＃]\\S+(?: (?:board|group|list))? to (?:${PERSON}|[\\d+(])`,
      'iu',
    ),
    line: (_, tag) => `To invite somebody: INVITE +1 202 555 0133 #${tag}.`,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `^how (?:do|can) (?:i|we|you) (?:mute|unmute|leave|delete|rename|find|read|see|turn off|get off|get out of|(?:stop|turn off|end|mute) (?:the )?(?:texts|messages|notifications|alerts|texting)(?: me)? (?:from|about|for|of|on)) ${LAST}`,
      'iu',
    ),
    line: (_, tag) => `#${tag}? reads it, MUTE #${tag} and LEAVE #${tag} end its texts. HELP lists all.`,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `^(?:(?:can|could|may|will|let|i want) )+${PERSON} (?:to )?(?:(?:get|be) (?:into|onto|in|on|access to)|get|join|see|read|have|use|into|onto|in|on) ${LAST}|^how (?:can|do|does) .{2,30} (?:get on|get into|join|see|read) ${LAST}|^(?:send|text) (?:.{2,30} )?an? invit(?:e|ation) (?:for|to) ${BOARD}(?: to .{2,30})?\\W*$`,
      'iu',
    ),
    line: (_, tag) => `To invite somebody: INVITE +1 202 555 0133 #${tag}.`,
  },
  {
    kind: 'request',
    pattern:
      /^(?:i (?:do not|don'?t|dont|no longer) (?:want|wanna|need) (?:to (?:be|stay) )?(?:in|on|a part of|part of)|i want (?:to leave|out of|off)|let me out of|shut up about|be quiet about|enough (?:of|about)) (?:the |this |that )?[#＃][\p{L}\p{N}_-]+(?: (?:board|group|list))?(?: (?:anymore|any more|now|already))*\W*$/iu,
    line: (_, tag) => `To leave it: LEAVE #${tag}. For no texts about it: MUTE #${tag}.`,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `^who (?:else )?(?:all )?(?:can )?(?:gets?|sees?|reads?|has access to)(?: (?:what (?:i|we) (?:put|post|text|write|send)|my (?:notes|posts|texts)|(?:the )?(?:notes|posts|texts)|(?:every|any)thing|this|it)(?: (?:on|in|to))?)? ${LAST}`,
      'iu',
    ),
    line: (_, tag) => `WHO #${tag} lists who reads it.`,
  },
  {
    kind: 'request',
    pattern: /^(?:rename|change the name of) (?:the |my |our )?[#＃]\S+ (?:board )?(?:to|as|into) /iu,
    line: () => 'A board gets another name on the web: LOGIN texts you a link.',
  },
  {
    kind: 'request',
    pattern:
      /^(?:make|set|turn|mark|publish) (?:the |my |our )?[#＃]\S+ (?:board |group |list )?(?:public|private|visible|secret)\b|^(?:is|are|can|could|who|does|do|how many) (?:(?:the|my|our|all|(?:any|every)(?:one|body)|people|others|else|you|who|of) )*[#＃]\S+ (?:(?:board|group|list|really|still|all|be|notes|posts) )*(?:private|public|shared|secret|see (?:it|this|that|what)|read (?:it|this|that))\W*(?:or .{1,40})?$/iu,
    line: (text, tag) =>
      /^(?:make|set|turn|mark|publish)/i.test(text)
        ? 'A board is made public, or read by a link, on the web: LOGIN texts you a link.'
        : `WHO #${tag} lists who reads it; a board without others is only yours.`,
  },
  {
    kind: 'request',
    pattern:
      /^(?:show|read|list|find|search)(?: me| for)? [^.!,;:]{1,40} (?:on|in|from|of) (?:the |my |our )?[#＃][\p{L}\p{N}_-]+(?: (?:board|group|list))?\W*$/iu,
    line: (_, tag) => `To read what is on it: #${tag}? To find there: ? word #${tag}`,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `^(?:(?:i (?:do not|don.?t) want|get rid of) (?!to\\b|it\\b|that\\b)\\p{L}+ (?:in|on|off|from|out of)|${OF_US} should ?n.?t be (?:on|in)|(?:make|set) .{2,30} (?:an? |the )?(?:admin|owner|moderator|editor) of|delete (?!(?:me|us)\\b)[^.!;:]{1,40} (?:from|off|on)|(?:remove|erase|take) ${OF_US} (?:from|off|on)) ${LAST}`,
      'iu',
    ),
    line: (_, tag) =>
      `To delete a note: ? word #${tag}, its number, DELETE. -#${tag} takes your last text off it. People are removed on the web: LOGIN.`,
  },
];
