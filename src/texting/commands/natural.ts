import { parseDigestWords } from '../../contract/digests';
import { hashtagSlug } from '../../contract/hashtags';
import type { Command } from './command';
import { parseEvening } from './evening-words';
import { withoutPoliteness, withoutTypos } from './plain-words';
import { recogniseWish } from './wishes';

/** Longer texts are notes, but for reminders. */
const NATURAL_MAX = 120;
const SEARCH_WORDS_MAX = 6;
const BARE_WORDS_MAX = 3;

const TAG = '[#＃](?<tag>[\\p{L}\\p{M}\\p{N}\\p{Join_C}_-]+)';
const BOARD = '(?: (?:board|list|group|notes?))?';
const NUMBER = '(?<number>\\+?\\(?\\d[\\d\\s().-]{5,20}\\d)';
const NAME = "(?<words>\\p{L}[\\p{L}\\p{M}'.-]*(?: \\p{L}[\\p{L}\\p{M}'.-]*){0,2})";
const DIGESTS = '(?:(?:the|my|all|any) )*(?:(?:daily|weekly) )?digests?';
const NTH = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
];
const ZONE = '(?:tz|time ?zone)';

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

const invite = ({ number = '', tag = '', add }: Found): Command => ({
  kind: 'invite',
  number,
  tag: hashtagSlug(tag),
  isGuess: add !== undefined,
});

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
    `(?:(?:make|turn)(?: the| my| our)? ${TAG}${BOARD}(?: in)?(?:to)? (?:an? )?(?:(?:check|to-?do|shopping|grocery|packing) ?)?list|(?:make|start|create|set up|open|begin)(?: me)? (?:an? )?(?:new )?(?:(?:check|to-?do|shopping|grocery|packing) ?)?list (?:called |named |for |on )?${TAG.replace('tag', 'called')})`,
    ({ tag = '', called }) => ({ kind: 'list', tag: hashtagSlug(called ?? tag), list: true, isNew: true }),
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
    `(?:invite|(?<add>add))(?: (?:the )?number)? ${NUMBER}(?: (?:to|on|into))?(?: the| my| our)? ${TAG}${BOARD}`,
    invite,
  ),
  form(
    `(?:invite|add|(?:an?)?(?:invita|a[nñ]ade|agrega|convida|lade|nodig)) (?:a |an )?(?:(?:my|our|mi|meine[nrm]?|mon|ma|mia|mio|minha|meu|mijn) )?[\\p{L}' ]{2,30}?,? (?:at |al |el |unter |au |no |op )?${NUMBER}(?: (?:to|on|into|a|en|zu|in|auf|à|sur|para|em|voor|uit voor))?(?: the| my| our)? ${TAG}${BOARD}(?: ein)?`,
    invite,
  ),
  form(`share(?: the| my| our)? ${TAG}${BOARD} with (?:[\\p{L}' ]{2,30},? )?(?:at )?${NUMBER}`, invite),
  form(`(?:you|u) (?:can|may|should) call me ${NAME}`, ({ words = '' }) => ({
    kind: 'name',
    words,
    person: null,
  })),
  form(
    `(?:i'?m|i am)(?: now)? in (?<words>[\\p{L} ]{3,30}?)(?: now)?,? (?:so |and )?(?:please )?(?:change|set|update|fix) (?:my |the )?${ZONE}`,
    ({ words = '' }) => ({ kind: 'zone', words, isGuess: true }),
  ),
  form(`invite (?:to )?(?:the |my |our )?${TAG}${BOARD} ${NUMBER}`, invite),
  form(
    `(?:leave|quit|exit|(?:let me )?out|(?:take|remove|get) me (?:off|from|out of))(?: of)?(?: the| this| that| our| my)? ${TAG}${BOARD}`,
    ({ tag = '' }) => ({ kind: 'leave', tag: hashtagSlug(tag) }),
  ),
  form(
    `(?:(?:show(?: me)? |tell me )?who(?:'?s| is| are| all is| else is| can| all can)?(?: (?:on|in|a member of|sees?|reads?))?(?: the)?|(?:list |show(?: me)? )?(?:the )?(?:members|people) (?:of|on|in)(?: the)?) ${TAG}${BOARD}`,
    ({ tag = '' }) => ({ kind: 'who', tag: hashtagSlug(tag) }),
  ),
  form(
    "(?:show(?: me)?|list|see|check|read|view|open|what are|what're)?(?: all)?(?: of)? ?(?:my|the|all) (?:upcoming )?reminders(?: do i have)?|(?:list|show|upcoming|(?:(?:do i|i) have |are there )?any|all)(?: upcoming)? reminders|(?:what|which|any) reminders (?:do i have|have i got|are set|are there|are coming up)(?: set| coming up| left| today| this week)?",
    () => ({ kind: 'reminders' }),
  ),
  form(`(?:(?:set|change)(?: my)? name to|my name(?:'?s| is)) ${NAME}`, ({ words = '' }) => ({
    kind: 'name',
    words,
    person: null,
  })),
  form('(?:show(?: me)? |see |read )?more|next page', () => ({ kind: 'more' })),
  form('take (?:that|this) back', () => ({ kind: 'undo' })),
  form(`(?<un>un)?mute(?: the)? (?<name>[\\p{L}\\p{N}_-]+)${BOARD}`, ({ un, name = '' }) => ({
    kind: 'mute',
    tag: hashtagSlug(name),
    muted: !un,
    isGuess: true,
  })),
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
  form('digest(?: every)? (?:day|morning)(?<words>.*)', ({ words }) => digest(`daily${words}`)),
  form(
    'digest (?:every|each|on) (?<day>(?:sun|mon|tues|wednes|thurs|fri|satur)day)s?(?<words>.*)',
    ({ day, words }) => digest(`weekly ${day}${words}`),
  ),
  form(`digest (?<words>(?:daily|weekly|off)\\b.*)`, ({ words = '' }) => digest(words)),
  form(
    `(?:(?:(?:send|give|text)(?: me)?|turn on|start|get) )?(?:(?:a|the|my) )?(?<every>daily|weekly) digest(?: on (?<day>[a-z]+?day)s?)?(?<words>.*)`,
    ({ every, day = '', words }) => digest(`${every} ${day}${words}`),
  ),
  form(
    `(?:(?:turn off|stop|no more|end|cancel|no|disable) ${DIGESTS}|turn ${DIGESTS} off)(?: (?:for|of|on|about))?(?: ${TAG})?`,
    ({ tag }) => digest(tag ? `off #${tag}` : 'off'),
  ),
  form(
    `(?:(?:set|change|switch)(?: my| the)? ${ZONE}(?: to)?|(?:my|i'm in|i am in) ${ZONE}(?: is)?|${ZONE}(?: is| =)?)[:\\s]+(?<words>\\S.{1,38})`,
    ({ words = '' }) => ({ kind: 'zone', words, isGuess: true }),
  ),
  form(
    '(?:help(?: me)?|(?:help(?: me)?,? )?(?:please |pls )?(?:i )?(?:need (?:some )?help|do(?: not|n.?t) (?:know|understand) how (?:to use (?:this|it)|(?:this|it) works))|(?:help(?: me)?,? )?(?:please |pls |and )?how (?:does|do) (?:this|it|you|tagline) works?|how do i use (?:this|it|tagline)|how (?:does|do) (?:this|it) (?:thing )?(?:even )?works?|wh?at (?:can|do) (?:you|u|i) (?:do|text)|wh?at (?:are you able|can you help me) to do|what are you able to do(?: for me)?|how (?:do|does|can) (?:i|you|one|it|this) (?:work|use|operate|run) (?:this|it|that)(?: thing)?|how to use(?: this| it)?|what (?:can|do|should) (?:you|i|u) (?:do|text|say|text you)(?: here| for me)?|(?:(?:list(?: of)?|show(?: me)?|what(?: are)?)(?: all)?(?: the)? )?commands(?: are there| do you know)?|instructions)',
    () => ({ kind: 'help' }),
  ),
];

export function recogniseNatural(whole: string): Command | null {
  if (whole.length > NATURAL_MAX || whole.includes('\n')) return null;
  const words = withoutTypos(withoutPoliteness(whole))
    .replace(/\s+/g, ' ')
    .replace(/\bhash ?tag (?=\p{L})/giu, '#')
    .replace(/^(\p{L}+) ?[:：] /u, '$1 ');
  const wish = recogniseWish(words);
  if (wish) return wish;
  for (const [pattern, meaning] of FORMS) {
    const found = pattern.exec(words);
    const command = found && meaning(found.groups ?? {});
    if (command) return command.kind === 'ask' && command.isGuess && whole.endsWith('!') ? null : command;
  }
  return null;
}
