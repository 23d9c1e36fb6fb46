import { hashtagSlug } from '../../contract/hashtags';
import type { Command } from './command';

/** A wish to share a board has its hashtag, a number and words of sharing, and at most three others, such as a name. */

const OTHERS_MAX = 3;
const NUMBER = /(?<![\w#-])\+?\(?\d[\d\s().-]{5,20}\d(?![\w-])/g;
const TAG = /[#＃]([\p{L}\p{M}\p{N}\p{Join_C}_-]+)/gu;

const MY = '(?:(?:the|my|our|this|all|of|mi|la|el|il|mein|meine|meinen|mon|ma|meu|minha) )*';
const JOIN = '(?:see|view|read|join|access(?: to)?|use|have|ver|sehen|lesen|voir|vedere)';
/** Numbers stand as `1`, the hashtag as `#`. */
const FORMS = [
  `(?:invite|add|put|include|give|let|get|bring|allow|an?ade|a[nñ]ade|agrega|invita|convida|lade|nodig|f[uü]ge?|invit\\p{L}*|ajoute\\p{L}*) .*\\b(?:to|on|onto|in|into|${JOIN}|a|al|en|zu|auf|à|sur|para|em|op|aan) ${MY}#.*`,
  `(?:invite|add|invita|agrega)(?: 1)?(?: to)? ${MY}#.*`,
  `(?:share|sharing|send|show|open|give|compart\\p{L}*|teilen?|partag\\p{L}*|condivid\\p{L}*|deel) ${MY}#(?: (?:board|list|group))?,? (?:with|w\\/?|to|for|con|mit|avec|com|met)\\b.*`,
  `(?:can|could|may|my|our|have|get)\\b.*\\b(?:${JOIN}|on|in|into|get) ${MY}#.*`,
].map((form) => new RegExp(`^(?:${form})$`, 'iu'));

const KNOWN = new Set(
  `1 # a an the my our this that his her their all of and to on onto in into for with w at is it it's also too as well please pls board list group notes
  number phone cell mobile he he's hes she she's shes they them him her invite invites add put include give let get bring allow share sharing send show
  open see view read join access use have can could may should be able want wants quiero con mi mis su a al la el en un una mit meine meinen meiner mein
  und avec mon ma com meu minha com minha op aan mijn zu auf sur para em por favor bitte ein compartir agrega invita anade añade convida lade füge fuge hinzu ajoute soeur sœur frau mann mamá mama papá hermana hermano schwester bruder
  sister brother mom mum dad mother father wife husband partner boyfriend girlfriend son daughter friend roommate flatmate cousin aunt uncle niece nephew
  grandma grandpa granddaughter grandson boss coworker colleague neighbor neighbour teacher nanny babysitter`.split(
    /\s+/,
  ),
);

export function recogniseSharing(text: string): Command<'invite'> | null {
  const [tag, ...others] = [...text.matchAll(TAG)].map(([, name]) => hashtagSlug(name!));
  const [number, ...further] = text.replace(TAG, '#').match(NUMBER) ?? [];
  if (!tag || !number || others.length > 0 || further.length > 0) return null;
  const plain = text
    .replace(TAG, '#')
    .replace(number, '1')
    .replace(/^(?:quiero|ich (?:will|möchte)|je veux|voglio|quero) /i, '')
    .replace(/[,:;.!?]+(?=\s|$)/g, '');
  const words = plain.toLowerCase().split(/\s+/);
  if (!FORMS.some((form) => form.test(plain))) return null;
  if (words.filter((word) => !KNOWN.has(word)).length > OTHERS_MAX) return null;
  // `add 202 555 0133 to #numbers` may be a note
  return {
    kind: 'invite',
    number,
    tag,
    isGuess: /^(?:add|put|get|bring|give|send)(?: the)?(?: number)? 1\b/i.test(plain),
  };
}
