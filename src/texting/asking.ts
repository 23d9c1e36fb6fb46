import { singular, withoutPoliteness, withoutTypos } from './commands/plain-words';

/**
 * What a note may ask for: its own writer's notes (docs/product/commands.md: Near-misses). The queries are tried in
 * order. `isSure`: it asks so plainly that a hint is due if nothing is found.
 */
export type Asking = { queries: string[]; isSure: boolean; isAsked?: boolean };

const ASKED_MAX = 120;
const WORDS_MAX = 6;

/** `what is the ...?` and `who has ...?`, and the same in Spanish, German, French, Italian, Portuguese and Dutch. */
const QUESTION =
  /^(?:wh?at|whats|what's|where|wheres|where's|when|whens|when's|which|who|whos|who's|whose|how (?:much|many|long|far|old|big|often|do|did|does)|do (?:i|we|you remember|u remember)|did (?:i|we|you)|any|do (?:you|u) (?:know|have)|is there|are there|have (?:i|we)|¿|d[oó]nde|cu[aá]l|cu[aá]les|cu[aá]ndo|qui[eé]n|qu[eé]|wo|wie|wann|wer|welche\p{L}?|o[uù]|c'(?:est|[eé]tait) quoi|quel\p{L}*|quand|qui|dove|dov'|qual\p{L}?|quando|chi|onde|quem|como|waar|wat|welke?|hoe|wanneer)(?![\p{L}])/iu;
const SURE =
  /^(?:(?:where|what|when|which|who|whose|how (?:much|many|long|far|old|big|often|do|did))\b(?! (?:if|the|an?|it|he|she|they|there|people|someone)\b)(?!'s up\b)(?=..+(?:\b(?:my|the|our|i|we|did|was|were)\b|\?$))(?!ever)|(?:where|what|when|who)(?:'s|s) (?:my|the|our)\b|what(?:'s|s| is) [\p{L}' ]+\?$|when (?:is|are|was|does|do|did)\b|(?:do|did) (?:i|we) (?:have|save|write|keep|note|put)\b|where (?:did|do|have) i\b|¿?\s*(?:d[oó]nde (?:est[aá]|apunt|puse|dej|guard|anot)|cu[aá]l (?:es|era)|qui[eé]n (?:es|era) mi|cu[aá]ndo es)|(?:wo (?:ist|sind|hab|habe|war)|wie (?:ist|war|lautet|hei(?:ß|ss)t)|wann ist|wer ist mein)\b.*\?$|wo hab|o[uù] (?:est|sont|ai|j'ai)|c'(?:est|[eé]tait) quoi|quel(?:le)? (?:est|[eé]tait)|quand est|dov'|dove (?:[eèé]|ho|sono)|qual(?:'?[eèé]|e?(?: [eèé]| era))|quando [eèé]|onde (?:est[aá]|fica|ficou|guardei|anotei)|qual [eé]|waar (?:is|zijn|heb)|wat is (?:mijn|het|de)|wanneer is)/iu;
const TO_OTHERS = /\b(?:you|u|ya|ur|your|yall)\b/i;
const GIVE =
  /^(?:(?:please )?(?:get|give|read|send|show|bring|tell)(?: me| us)|look ?up|look for|pull up|bring up|check|buscar?|busca|suche?|such|finde|cherche[rz]?|cerca|procur[ae]r?|zoek|mostra(?:me|mi)?|mu[eé]stra(?:me)?|zeig(?:e)?(?: mir)?|montre[- ]moi)(?![\p{L}])/iu;
const FACT =
  /(?<![\p{L}])(?:number|phone|nr|no|#|address|code|password|passwrd|pw|pin|login|recipe|name|size|link|info|date|note|notes|number's|numbers|plate|serial|wi-?fi|combo|dose|hours|schedule|id|birthday)(?![\p{L}])/iu;
const NAMED =
  /^(?:(?:i )?need )?(?:(?:the|my|our) )?[\p{L}' ]{2,30} (?:number|nr|#|address|code|password|passwrd|pw|pin|recipe|size|wi-?fi|combo|dose|hours|schedule|id|birthday)$|^(?:the |my |our )?(?:number|nr|#|address|code|password|passwrd|pw|pin|recipe|size|wi-?fi|combo|dose|hours|schedule|id|birthday) (?:for|of|to) .{2,40}$/iu;
const BARE =
  /^(?:look ?up|look for|pull up|bring up|buscar?|suche|such|cherche[rz]?|cerca|procur[ae]r?|zoek) /iu;

const small = (words: string) => words.split(/\s+/).filter(Boolean);
const STOP = new Set(
  small(`find search look lookup up pull bring for where wheres what whats when whens which who whos whose how is are
    was were did do does has have had can could would i me my mine we us our ours put save saved write wrote written keep
    kept note notes the a an about of any anything something everything on in to at say said called call again that this
    these those it much many long far old big with from name named there here and or please tell show give get need read
    send need know remember take takes took go goes down if s m re ve t down thing one ones latest newest last new please
    far so again supposed he she they his her last all hey be been expire expires due liked like us own old you u got still there's be
    d donde dónde cual cuál cuales cuando cuándo quien quién que qué es era está esta están puse apunté apunte dejé deje
    guardé guarde el la los las un una mi mis de del al en como cómo se llama busca buscar muestrame muéstrame
    wo wie wann wer welche welcher welches ist sind war hab habe ich den der die das dem des ein eine mein meine meinen
    hingelegt aufgeschrieben notiert heißt heisst lautet nochmal noch mal mir zeig zeige such suche finde
    étaient était etait ou où est sont ai j'ai j c'est c quoi quel quelle quels quelles quand qui le les du mon ma mes l mis noté note cherche
    chercher dov'è dov dove sono ho messo qual quale era chi come il lo gli i mio mia miei dell dell'idraulico di cerca
    onde fica ficou guardei anotei qual quem meu minha o os as do da dos das um uma procura procurar
    waar zijn heb wat welk welke hoe wanneer mijn het een van zoek è é e`),
);
/** Words that a note often lacks, although it has what they name. */
const GENERAL = new Set(
  small(`number numbers phone telephone tel nr address code name place spot date time info details thing stuff number's
    recipe número numero nummer telefon téléphone telefono telefone nombre nom nome adresse dirección clave
    open opens price cost wear wears appointment size dose hours schedule serial brand model make`),
);

const NAME =
  "(?<name>(?!(?:i|we|you|they|he|she|it|that|the|my|this|me|him|her|them|us|everyone|home|work|here|there)\\b)\\p{L}[\\p{L}'-]*?)(?:'s)?";
const ABOUT = '(?: (?:about|on|for|re|regarding) (?<about>.{2,60}))?';
const POSTED = '(?:just )?(?:post|say|said|send|sent|write|wrote|share|add|text|put)(?:ed|d)?';
const FROM = [
  `(?:(?:is there |are there |show(?: me)? |read(?: me)? )?(?:any ?thing|every ?thing|something|all|any news|any word|news|what's new|whats new|(?:the )?(?:last|latest|newest)(?: thing| one| text| note| message| post)?)(?: new)?) (?:from|by) ${NAME}${ABOUT}`,
  `(?:did|has) ${NAME} ${POSTED} (?:any ?thing|something|stuff)(?: new)?(?: (?:today|lately|recently|yet))?${ABOUT}`,
  `(?:what|wat)(?: (?:did|has|does|else did))? ${NAME} ${POSTED}(?: (?:last|today|recently|lately))?${ABOUT}`,
  `(?:(?:show|read|tell|give|send)(?: me)? )?(?:(?:what(?:'s|s| is| was) )?the )?(?:last|latest|newest) (?:thing|note|message|post|text|one)s?(?: that)? ${NAME} ${POSTED}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'iu'));
const ANYTHING =
  /^(?:(?:do|did|have) (?:i|we) (?:have |got |save |write )?|is there |got |show me |find )?(?:any ?thing|every ?thing|something|any (?:notes?|info)|all (?:my )?notes)(?: (?:saved|written))? (?:about|on|re|regarding) (?<about>.{2,60})$/i;
const LOST =
  /^(?:(?:i )?(?:can(?:no|')?t|cannot|could ?n'?t) (?:seem to )?(?:find|remember|recall)|i (?:forgot|forget|lost|misplaced|(?:have|'ve) (?:forgotten|lost)|do(?: not|n'?t) remember)|(?:search|look|check)(?: (?:in|through))? my notes (?:for|about)|(?:search|look)(?: for)?(?= .* in my notes$)) (?!it\b|that\b|this\b|to\b)(?<lost>.{3,60}?)(?: (?:in|from) my notes)?$/i;
const WHEN =
  /^(?:(?:show|read|give|tell)(?: me)? )?(?:(?:what|everything|anything|all|(?:the |all )?(?:notes?|stuff|things?)|my (?:notes?|stuff))(?: (?:did|that|have))?(?: i| we)?(?: (?:save|saved|write|wrote|note|noted|text|texted|send|sent|post|posted|add|added|put|keep|kept|tell you|told you|say|said))?(?: down| in)?)(?: (?:from|on|of|for))? (?<when>today|yesterday|last night|this morning|this week|last week|this month|last month|(?:last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i;
const RECENT =
  /^(?:(?:show|read|list|give)(?: me)? |wh?at(?:'s|s| is| was| were) )(?:my|the) (?:last|latest|newest|most recent|recent)(?: \w+)? (?:notes?|texts?|messages?|things?|ones?)(?: (?:that )?i (?:just )?(?:sent|wrote|saved|texted|said|told you|gave you|put in))?$|^(?:repeat|read back|say) (?:that|it|what i (?:just )?(?:said|sent|texted))(?: again| back)?$/i;
const PHOTOS =
  /^(?:(?:show|send|find|list)(?: me)?|where are|see) (?:all )?(?:my|the) (?:photos?|pictures?|pics)$/i;

export function askingOf(content: string, today: Temporal.PlainDate): Asking | null {
  if (content.length > ASKED_MAX || /[#＃\n](?=[\p{L}\p{N}])/u.test(content)) return null;
  const isAsked = /[?？]\W*$/.test(content);
  const typed = withoutTypos(withoutPoliteness(content.trim())).replace(/\s+/g, ' ');
  const text = typed
    .replace(
      /^(?:tell me|show me|i forgot|remind me|any idea|(?:do )?(?:you|u) know) (?=wh(?!en)|about )/i,
      '',
    )
    .replace(/^(.{3,60}?),? (?:where|what|which|when) (?:is|was|one)(?: (?:it|that))?$/i, 'which $1')
    .replace(/\b(mrs?|ms|dr|st|prof|vs|no|nr|sra?|dra?)\. (?=\p{L})/giu, '$1 ');
  const lost = LOST.exec(text)?.groups?.lost;
  if (lost) return { queries: queriesOf(wordsOf(lost), true), isSure: wordsOf(lost).length > 0 };
  const told = FROM.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (told)
    return {
      queries: [`from:${told.name} ${told.about ? wordsOf(told.about).join(' ') : ''}`.trim()],
      isSure: true,
    };
  if (RECENT.test(text)) return { queries: ['from:me after:2000'], isSure: true };
  if (PHOTOS.test(text)) return { queries: ['from:me has:photo'], isSure: true };
  const about = ANYTHING.exec(text)?.groups?.about;
  if (about && wordsOf(about).length > 0) return { queries: queriesOf(wordsOf(about), true), isSure: true };
  const when = WHEN.exec(text)?.groups?.when?.toLowerCase();
  if (when) return { queries: [`from:me ${rangeOf(when, today)}`], isSure: true };
  if (/[.!;:?]\s+\p{L}|,.*,/u.test(text)) return null;
  const isGiven = GIVE.test(text) && (FACT.test(text) || BARE.test(text) || text !== typed);
  const mayAsk = isAsked || QUESTION.test(text) || isGiven || text !== typed || NAMED.test(text);
  const words = wordsOf(text);
  const isSure =
    /^remind me (?:wh(?:at|ere|o|ich)|how)/i.test(typed) ||
    (SURE.test(isAsked ? `${text}?` : text) && !TO_OTHERS.test(text));
  if ((!mayAsk && !isSure) || words.length === 0 || words.length > WORDS_MAX) return null;
  if (!isSure && words.length === 1 && (words[0]!.length < 4 || CHAT.test(words[0]!))) return null;
  const isAbout = !/^what (?:if|an?)\b|^(?:who|how) (?:even|about)\b|^how (?:do|long|to|can|come)\b/i.test(
    text,
  );
  const isPlain = isAbout && (isSure || (QUESTION.test(text) && !TO_OTHERS.test(text)));
  return { queries: queriesOf(words, isSure), isSure, isAsked: isPlain };
}

/** All words, then those that say more, and with `isSure` all but one of these. */
export function queriesOf(words: string[], isSure: boolean): string[] {
  const special = words.filter((word) => !GENERAL.has(word));
  const queries = [words, special.length > 0 ? special : words];
  if (isSure && special.length > 2)
    queries.push(...special.map((word) => special.filter((one) => one !== word)));
  if (isSure) queries.push(special.map(singular));
  return [...new Set(queries.map((query) => query.join(' ')))];
}

const CHAT = /^(?:really|seriously|hello|sure|okay|right|today|tomorrow|tonight|why|thanks|maybe|when)$/;

/** Tried last, each alone: it must be in few notes. */
export const rareWordsOf = (text: string): string[] =>
  wordsOf(text).filter((word) => word.length > 2 && !GENERAL.has(word) && !GENERAL.has(singular(word)));

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [])
    .map((word) => word.replace(/^(?:l|d|qu|c|dell|all|nell)['’](?=\p{L}{3})|['’]s$/gu, ''))
    .map((word) => (/^(?:pw|passw|pwd|passwd|passwrd)$/.test(word) ? 'password' : word))
    .filter((word) => word.length > 1 && !STOP.has(word) && !STOP.has(word.replace(/['’]/g, '')));

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function rangeOf(when: string, today: Temporal.PlainDate): string {
  const weekday = DAYS.findIndex((day) => when.endsWith(day));
  if (weekday >= 0) return `in:${today.subtract({ days: (today.dayOfWeek - 1 - weekday + 7) % 7 || 7 })}`;
  const [from, days] = {
    today: [today, 1],
    'this morning': [today, 1],
    yesterday: [today.subtract({ days: 1 }), 1],
    'last night': [today.subtract({ days: 1 }), 2],
    'this week': [today.subtract({ days: today.dayOfWeek - 1 }), 7],
    'last week': [today.subtract({ days: today.dayOfWeek + 6 }), 7],
    'this month': [today.with({ day: 1 }), 31],
    'last month': [today.with({ day: 1 }).subtract({ months: 1 }), today.subtract({ months: 1 }).daysInMonth],
  }[when] as [Temporal.PlainDate, number];
  return `after:${from} before:${from.add({ days })}`;
}
