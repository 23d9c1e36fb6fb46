import { parseDigestWords } from '../../contract/digests';
import { hashtagSlug } from '../../contract/hashtags';
import type { Command } from './command';
import { parseEvening } from './evening-words';
import { withoutPoliteness, withoutTypos } from './plain-words';
import { recogniseSharing } from './sharing';
import { recogniseWish } from './wishes';

/** Longer texts are notes, but for reminders. */
const NATURAL_MAX = 120;
const SEARCH_WORDS_MAX = 6;
const BARE_WORDS_MAX = 3;

const TAG = '[#＃](?<tag>[\\p{L}\\p{M}\\p{N}\\p{Join_C}_-]+)';
const BOARD = '(?: (?:board|list|group|notes?))?';
const NAME = "(?<words>\\p{L}[\\p{L}\\p{M}'.-]*(?: \\p{L}[\\p{L}\\p{M}'.-]*){0,2})";
const DIGEST = '(?:digests?|summar(?:y|ies)|recaps?|roundups?)';
const DIGESTS = `(?:(?:the|my|all|any) )*(?:(?:daily|weekly) )?${DIGEST}`;
const NTH = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
];
const ZONE = '(?:tz|time ?zone)';
const HOURS: Record<string, string> = { evening: ' at 6pm', night: ' at 9pm' };

type Found = Record<string, string | undefined>;
type Form = [pattern: RegExp, meaning: (found: Found) => Command | null];

const form = (pattern: string, meaning: Form[1]): Form => [new RegExp(`^(?:${pattern})$`, 'iu'), meaning];

const digest = (words: string): Command | null =>
  parseDigestWords(words) ? { kind: 'digest', words } : null;
const evening = (words: string, isGuess = false): Command | null => {
  const asked = parseEvening(words);
  return asked && { kind: 'evening', asked, isGuess };
};
const find = ({ words = '' }: Found, wordsMax = SEARCH_WORDS_MAX): Command | null =>
  words.split(/\s+/).length > wordsMax || /[.,;:!?\n#]|["“”]/.test(words)
    ? null
    : { kind: 'ask', query: words, isGuess: true };

const FORMS: Form[] = [
  form(`answers (?<on>on|off)(?: (?:for|on|to))? ${TAG}`, ({ on, tag = '' }) => ({
    kind: 'answers',
    tag: hashtagSlug(tag),
    posted: on!.toLowerCase() === 'on',
  })),
  form(
    `(?:find|search(?: for)?|look for|pull up|bring up)(?: me)? (?!.* (?:for the|in the|under the|before|at \\d))(?:my notes for|anything about|everything about|the note (?:about|with)|notes (?:about|with|for)|the|my|our|that) (?<words>.+)`,
    (found) => find(found),
  ),
  form(
    `(?:show|give|tell|send|read|list|see)(?: me)? (?:(?:everything|all|anything|the notes?|my notes?|all (?:my |the )?notes?)(?: i have| there is| we have)? (?:about|on|for|with)) (?:(?:the|my|our) )?(?<words>.+)`,
    (found) => find(found),
  ),
  form(
    `(?:what|anything|everything|show(?: me)? what|what all)(?: (?:did|has|have))? (?<words>(?!(?:i|we|you|they|he|she|it|that|the|is|are|was)\\b)\\p{L}[\\p{L}'-]*?)(?:'s)? (?:just )?(?:post|say|said|write|wrote|written|put|add|text|send|sent|share|shared|(?:post|add|text)ed)(?: (?:last|today|recently|lately|new))? (?:on|in|to|about)(?: the| our| my)? ${TAG}${BOARD}`,
    ({ words = '', tag = '' }) => ({ kind: 'ask', query: `from:${words} #${hashtagSlug(tag)}` }),
  ),
  form(
    `(?:what|what's|anything|everything|is there anything|show(?: me)? everything|the latest)(?: is)?(?: new)? (?:from|by) (?<words>\\p{L}[\\p{L}'-]*) (?:on|in)(?: the| our| my)? ${TAG}${BOARD}`,
    ({ words = '', tag = '' }) => ({ kind: 'ask', query: `from:${words} #${hashtagSlug(tag)}` }),
  ),
  form(
    `(?:(?:make|turn)(?: the| my| our)? ${TAG}${BOARD}(?: in)?(?:to)? (?:an? )?(?:(?:check|to[- ]?do|shopping|grocery|packing) ?)?list|(?:make|start|create|set up|open|begin)(?: me)? (?:an? )?(?:new )?(?:(?:check|to-?do|shopping|grocery|packing) ?)?list (?:called |named |for |on )?${TAG.replace('tag', 'called')}|(?:(?:make|start|create|set up|begin)(?: me)? (?:an? )?)?(?:new )?(?:check)?list (?:called|named) (?<name>\\p{L}[\\p{L}\\p{N}_-]{1,24})|new list:? (?<new>\\p{L}[\\p{L}\\p{N}_-]{1,24}))`,
    ({ called, name, new: begun, tag = '' }) => ({
      kind: 'list',
      tag: hashtagSlug(called ?? name ?? begun ?? tag),
      list: true,
      isNew: true,
    }),
  ),
  form(
    `(?:(?:show|open|read|give|tell|see|send)(?: me)? (?:the )?(?<shown>first|1st|second|2nd|third|3rd) (?:one|hit|note|result)|(?:the )?(?<nth>first|1st|second|2nd|third|3rd) (?:one|hit|result)|(?:show|open|read)(?: me)? (?:number |no\\.? ?)?(?<number>[1-9]))`,
    ({ shown, nth, number }) => ({
      kind: 'open',
      number: number
        ? Number(number)
        : 1 + NTH.findIndex((forms) => forms.includes((shown ?? nth)!.toLowerCase())),
    }),
  ),
  form('(?:search for|pull up|bring up) (?!an? |some )(?<words>.+)', (found) => find(found, BARE_WORDS_MAX)),
  form(
    `(?:find|search)(?: me)? (?!(?:an?|some|new|cheap|out|time|joy|one|someone|somebody|something|better|good|party|engine|history|and|in|more|your|him|her|them|us|it|that|this|everyone|for|a|an|ways|how|people|time)\\b)(?<words>.+)`,
    (found) => find(found, BARE_WORDS_MAX),
  ),
  form(
    `(?:(?:you|u) (?:can|may|should) call me ${NAME}|call me (?!when|if|at|on|back|later|tomorrow|tonight|asap|about|in|from|before|after|by|a|an|the|crazy|maybe)${NAME.replace('words', 'called')} (?:from now on|instead|here|on here|on the boards?))`,
    ({ words = '', called }) => ({
      kind: 'name',
      words: called ?? words,
      person: null,
    }),
  ),
  form(
    `(?:i'?m|i am)(?: now)? in (?<words>[\\p{L} ]{3,30}?)(?: now)?,? (?:so |and )?(?:please )?(?:change|set|update|fix) (?:(?:my |the )?(?:${ZONE}|time|clock)|the time zone)(?: accordingly| to that| please)?|(?:i|we) (?:have |just )*(?:moved|am moving|relocated) to (?<place>[\\p{L} ]{3,30}?)(?: now)?,? (?:so |and )?(?:please )?(?:what time|(?:change|set|update|fix) (?:my |the )?(?:${ZONE}|time|clock)).*`,
    ({ words, place = '' }) => ({ kind: 'zone', words: words ?? place, isGuess: true }),
  ),
  form(
    `(?:leave|quit|exit|(?:let me )?out|(?:take|remove|get) me (?:off|from|out of))(?: of)?(?: the| this| that| our| my)? ${TAG}${BOARD}`,
    ({ tag = '' }) => ({ kind: 'leave', tag: hashtagSlug(tag) }),
  ),
  form(
    `(?:is|are|can|could|does|do|did|has|have) (?:any(?:one|body)|every(?:one|body)|some(?:one|body)|people|others|(?:my )?\\p{L}[\\p{L}'-]*)(?: else)?(?: (?:already|still|also|all))* (?:on|in|see|read|view|edit|change|write (?:on|to|in)|add to|use|join(?:ed)?|(?:a )?(?:member|part) of|have access to|able to (?:see|read)) (?:what's (?:on|in) |what i (?:put|post|write) (?:on|in) )?(?:the |my |our )?${TAG}${BOARD}(?: (?:yet|already|too|now))?`,
    ({ tag = '' }) => ({ kind: 'who', tag: hashtagSlug(tag), isGuess: true }),
  ),
  form(
    "(?:show(?: me)?|list|see|check|read|view|open|what are|what're)?(?: all)?(?: of)? ?(?:my|the|all) (?:upcoming )?reminders(?: do i have)?|(?:list|show|upcoming|(?:(?:do i|i) have |are there )?any|all)(?: upcoming)? reminders|(?:what|when)(?:'?s| is) (?:my|the) next reminder|(?:what|which|any) reminders (?:do i have|have i got|are set|are there|are coming up)(?: set| coming up| left| today| this week)?",
    () => ({ kind: 'reminders' }),
  ),
  form(
    `(?:(?:set|change|update|correct|show|put)(?: my)? (?:name|nickname)(?: here)? (?:to|into|as)|my name(?:'?s| is)|(?:i am|i'm|im) called|cambia mi nombre a|(?:muda|mude) (?:o )?meu nome (?:para|pra)|[aä]nder[en]* meinen namen (?:zu|in|auf)|change mon nom en|cambia il mio nome in) ${NAME}`,
    ({ words = '' }) => ({
      kind: 'name',
      words: words.replace(/ (?:ok|okay|now|instead|too|not \p{L}+)$/iu, ''),
      person: null,
    }),
  ),
  form(
    `(?:(?:put|set|turn|keep) )?(?:the |my |our )?${TAG}${BOARD}(?: chat)? (?:on|to) (?:silent|mute|quiet)(?: (?:for|until|till|til) .{2,20})?`,
    ({ tag = '' }) => ({ kind: 'mute', tag: hashtagSlug(tag), muted: true, isGuess: true }),
  ),
  form(
    'how many (?:notes|messages|texts|things|boards) (?:do i have|have i (?:saved|sent|got|written))(?: saved| so far)?',
    () => ({
      kind: 'status',
    }),
  ),
  form(`untag (?:(?:it|that|this) )?(?:as )?${TAG}`, ({ tag = '' }) => ({
    kind: 'tag',
    add: [],
    remove: [hashtagSlug(tag)],
  })),
  form(
    `not (?:(?:in|on|the) )*[#＃]?[\\p{L}\\p{N}_-]+(?: board)?,? (?:but )?(?:(?:in|on) )?${TAG}`,
    ({ tag = '' }) => ({
      kind: 'tag',
      add: [hashtagSlug(tag)],
      remove: [],
      isMove: true,
    }),
  ),
  form('(?:show(?: me)? |see |read )?more|next page', () => ({ kind: 'more' })),
  form('take (?:that|this) back', () => ({ kind: 'undo' })),
  form(
    `(?<un>un)?mute(?: the)? [#＃]?(?!everything|all\\b)(?<name>[\\p{L}\\p{N}_-]+)${BOARD}(?: (?:for|until|till|til) .{2,20})?`,
    ({ un, name = '' }) => ({
      kind: 'mute',
      tag: hashtagSlug(name),
      muted: !un,
      isGuess: true,
    }),
  ),
  form('snooze(?: (?:it|this|that|me))?(?: for)? (?<when>.{1,40})', ({ when = '' }) => ({
    kind: 'snooze',
    when,
    isGuess: true,
  })),
  form(`ask(?: me)?,? (?<words>(?:daily|off)\\b.*)`, ({ words = '' }) => evening(words)),
  form(
    `ask me (?:(?:a |the )?question )?(?:every|each) (?:day|evening|night)(?<words>.*)`,
    ({ words = '' }) => evening(`daily ${words}`),
  ),
  form(
    `(?:stop|quit) asking(?: me)?(?: (?:questions?|that|this|(?:every|each) (?:day|evening|night)))?|(?:don't|do not) ask me(?: (?:that|this|again|anymore|any more|(?:every|each) (?:day|evening|night)))*|no more questions`,
    () => evening('off', true),
  ),
  form(
    `(?:just |only )?(?:send me |text me |give me )?(?:just |only )?one (?:text|message|summary|update) (?:a|per|each|every) (?<every>day|week)(?<words> at .+)`,
    ({ every, words }) => digest(`${every === 'day' ? 'daily' : 'weekly'}${words}`),
  ),
  form(
    `(?:just |only )*(?:send|give|text|message) (?:me|us) (?:just |only )?(?:an?|one|the) (?:(?:single|short|quick|big) )?(?:text|message|summary|recap|update|roundup|digest)(?: (?:of|with|about) (?:everything|it all|all|what's new|(?<board>${TAG})))?,? (?:an?|per|each|every|once an?|once per|(?<end>at the end of) (?:the|each|every)|in the) (?<every>day|week|morning|evening|night)(?<when> at .+)?`,
    ({ board = '', end, every = '', when = (end ? HOURS.evening : HOURS[every]) ?? '' }) =>
      digest(`${every === 'week' ? 'weekly' : 'daily'}${when} ${board}`),
  ),
  form(
    `(?:just |only )*(?:text|message|tell|notify|update) (?:me|us) (?:(?:things|everything|stuff|news) )?(?:about |from |of )?(?<board>${TAG})${BOARD} once (?:an?|per|every|each) (?<every>day|week)(?<when> at .+)?`,
    ({ board = '', every, when = '' }) => digest(`${every === 'week' ? 'weekly' : 'daily'}${when} ${board}`),
  ),
  form('digest(?: every)? (?:day|morning)(?<words>.*)', ({ words }) => digest(`daily${words}`)),
  form(
    'digest (?:every|each|on) (?<day>(?:sun|mon|tues|wednes|thurs|fri|satur)day)s?(?<words>.*)',
    ({ day, words }) => digest(`weekly ${day}${words}`),
  ),
  form(`digest (?<words>(?:daily|weekly|off)\\b.*)`, ({ words = '' }) => digest(words)),
  form(
    `(?:(?:(?:send|give|text)(?: me)?|turn on|start|get) )?(?:(?:a|the|my) )?(?<every>daily|weekly) ${DIGEST}(?: on (?<day>[a-z]+?day)s?)?(?<words>.*)`,
    ({ every, day = '', words }) => digest(`${every} ${day}${words}`),
  ),
  form(
    `(?:(?:turn off|stop|no more|end|cancel|no|disable) ${DIGESTS}|turn ${DIGESTS} off)(?: (?:for|of|on|about))?(?: ${TAG})?`,
    ({ tag }) => digest(tag ? `off #${tag}` : 'off'),
  ),
  form(
    `(?:(?:set|change|switch|put|move)(?: my| the)? (?:${ZONE}|clock|time)(?: to)|(?:set|change|switch)(?: my| the)? ${ZONE}|(?:my|i'm in|i am in) ${ZONE}(?: is)?|(?:i'?m|i am|we're) (?:on|in)(?= \\p{L}+ (?:(?:standard|daylight) )?time$)|${ZONE}(?: is| =)?)[:\\s]+(?<words>\\S.{1,38})`,
    ({ words = '' }) => ({ kind: 'zone', words, isGuess: true }),
  ),
  form(
    '(?:help(?: me)?|(?:help(?: me)?,? )?(?:please |pls )?(?:i )?(?:need (?:some )?help|do(?: not|n.?t) (?:know|understand) how (?:to use (?:this|it)|(?:this|it) works))|(?:help(?: me)?,? )?(?:please |pls |and )?how (?:does|do) (?:this|it|you|tagline) works?|how do i use (?:this|it|tagline)|how (?:does|do) (?:this|it) (?:thing )?(?:even )?works?|wh?at (?:can|do) (?:you|u|i) (?:do|text)|wh?at (?:are you able|can you help me) to do|what are you able to do(?: for me)?|how (?:do|does|can) (?:i|you|one|it|this) (?:work|use|operate|run) (?:this|it|that)(?: thing)?|how to use(?: this| it)?|what (?:can|do|should) (?:you|i|u) (?:do|text|say|text you)(?: here| for me)?|(?:(?:list(?: of)?|show(?: me)?|what(?: are)?)(?: all)?(?: the)? )?commands(?: are there| do you know)?|instructions|(?:what can|what do|what should|what may) i (?:say|ask|write|tell|send)(?: to)? you(?: to do)?|i (?:do not|don.?t) (?:know|understand) how (?:to use|this works).*help)',
    () => ({ kind: 'help' }),
  ),
];

export function recogniseNatural(whole: string): Command | null {
  if (whole.length > NATURAL_MAX || whole.includes('\n')) return null;
  const words = withoutTypos(withoutPoliteness(whole))
    .replace(/\s+/g, ' ')
    .replace(/\bhash ?tag (?=\p{L})/giu, '#')
    .replace(/^(\p{L}+) ?[:：] /u, '$1 ');
  const wish = recogniseWish(words) ?? recogniseSharing(words);
  if (wish) return wish;
  for (const [pattern, meaning] of FORMS) {
    const found = pattern.exec(words);
    const command = found && meaning(found.groups ?? {});
    if (command) return command.kind === 'ask' && command.isGuess && whole.endsWith('!') ? null : command;
  }
  return null;
}
