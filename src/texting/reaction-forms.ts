import { type Tapback, toEmoji } from '../contract/emoji';

/**
 * The texts that phones send when their owner reacts to a text: iPhones one for each reaction, in the language of the
 * phone; Google Messages an emoji between invisible characters. `%s` is the quotation, `%e` an emoji.
 */

/** Before the bar what adds the reaction, after it what takes it back. A form with `?` may also be a note. */
const TAPBACK_FORMS: Record<Tapback, string[]> = {
  '❤️': [
    '?loved %s | removed an? heart from %s',
    '%s ein Herz hinzugefügt; hat %s mit (?:einem )?Herz(?:en)? markiert | Herz von %s entfernt',
    '?(?:le|me) encanta %s; ?le encantó %s; ?me encantó %s | ya no le encanta %s; quitó un corazón de %s',
    '(?:a ajouté un|ajout d’un) “J’adore” à %s; ?a adoré %s | a (?:retiré|supprimé) (?:son|un) “J’adore” de %s',
    'ha (?:aggiunto|messo) un cuor(?:icino|e) a %s; ?ha adorato %s | ha rimosso (?:il|un) cuor(?:icino|e) da %s',
    '?(?:amou|adorou) %s; adicionou um coração a %s | removeu um coração de %s',
  ],
  '👍': [
    '?liked %s | removed an? like from %s',
    '?gefällt:? %s; hat %s mit “Gefällt mir” markiert; ?(?:gillade|likte) %s | “Gefällt mir” von %s entfernt',
    '?(?:le|me) (?:gusta|gustó) %s | ya no le gusta %s; quitó un me gusta de %s',
    '(?:a ajouté un|ajout d’un) “J’aime” à %s; ?a aimé %s | a (?:retiré|supprimé) (?:son|un) “J’aime” de %s',
    'ha (?:aggiunto|messo) “Mi piace” a %s | ha rimosso “Mi piace” da %s',
    '?(?:curtiu|gostou de) %s | removeu um gosto de %s; removeu uma curtida de %s; descurtiu %s',
  ],
  '👎': [
    '?disliked %s | removed an? dislike from %s',
    '?gefällt nicht:? %s; hat %s mit “Gefällt mir nicht” markiert | “Gefällt mir nicht” von %s entfernt',
    '?no le (?:gusta|gustó) %s | ya no le disgusta %s',
    '(?:a ajouté un|ajout d’un) “Je n’aime pas” à %s; ?n’a pas aimé %s | a (?:retiré|supprimé) (?:son|un) “Je n’aime pas” de %s',
    'ha aggiunto “Non mi piace” a %s | ha rimosso “Non mi piace” da %s',
    '?não (?:curtiu|gostou de) %s | removeu um não gosto de %s',
  ],
  '😂': [
    '?laughed at %s | removed an? laugh from %s',
    '%s ein Lachen hinzugefügt | Lachen von %s entfernt',
    '?le (?:hace gracia|hizo gracia|da risa|dio risa) %s; ?se rió de %s | ya no le (?:hace gracia|da risa) %s',
    'a ajouté un rire à %s; ?a ri de %s | a (?:retiré|supprimé) (?:son|un) rire de %s',
    '?trova divertente %s | non trova più divertente %s',
    '?riu de %s; ?achou graça (?:a|de|em) %s | removeu um riso de %s; removeu uma risada de %s',
  ],
  '‼️': [
    '?emphasi[sz]ed %s | removed an? exclamation(?: mark)? from %s',
    '%s ein Ausrufezeichen hinzugefügt | Ausrufezeichen von %s entfernt',
    '?le (?:sorprende|sorprendió) %s; ?(?:exclamó por|enfatizó|destacó) %s | ya no le sorprende %s',
    'a ajouté (?:des points|un point) d’exclamation à %s | a (?:retiré|supprimé) (?:ses points|son point|des points|un point) d’exclamation de %s',
    'ha aggiunto i punti esclamativi a %s | ha rimosso i punti esclamativi da %s',
    '?enfatizou %s | removeu uma exclamação de %s; removeu uma ênfase de %s',
  ],
  '❓': [
    '?questioned %s | removed an? question mark from %s',
    '%s ein Fragezeichen hinzugefügt | Fragezeichen von %s entfernt',
    '?(?:duda|dudó) sobre %s | ya no duda sobre %s',
    'a ajouté un point d’interrogation à %s | a (?:retiré|supprimé) (?:son|un) point d’interrogation de %s',
    'ha aggiunto il punto interrogativo a %s | ha rimosso il punto interrogativo da %s',
    '?questionou %s | removeu uma interrogação de %s; removeu um ponto de interrogação de %s',
  ],
};

const EMOJI_FORMS = [
  'reacted(?: with)? %e to %s; %e to %s | removed %e from %s',
  'hat mit %e auf %s reagiert; %e zu %s | %e (?:aus|von) %s entfernt',
  '(?:se ha reaccionado|ha reaccionado|reaccionó) con %e a %s; %e a %s | (?:ha eliminado|eliminó|quitó) %e de %s',
  'a réagi avec %e à %s; %e à %s | a (?:retiré|supprimé) %e de %s',
  'ha reagito con %e a %s | ha rimosso %e da %s',
  'reagiu com %e a %s | removeu %e de %s',
];

const FILE =
  '(?:an?|\\d+|ein(?:e[mn]?)?|un[ea]?|un’|uma?|une) ?(?:image|photo|picture|video|vidéo|movie|film|attachment|audio message|sticker|Bild|Foto|Video|imagen|foto|vídeo|immagine|imagem)(?:s|n|es|er)?';

const OPEN = '["“”„«]';
const CLOSE = '["“”»]';

type Form = { pattern: RegExp; emoji: Tapback | null; on: boolean; isSure: boolean };

const FORMS: Form[] = [
  ...Object.entries(TAPBACK_FORMS).flatMap(([emoji, lines]) =>
    lines.flatMap((line) => toForms(line, emoji as Tapback)),
  ),
  ...EMOJI_FORMS.flatMap((line) => toForms(line, null)),
];

function toForms(line: string, emoji: Tapback | null): Form[] {
  return line.split(' | ').flatMap((forms, index) =>
    forms.split('; ').map((form) => {
      const source = form
        .replace(/^\?(?!:)/, '')
        .replaceAll(' ', ' ?')
        .replaceAll('’', "['’]")
        .replace(/“(.+?)”/, `${OPEN} ?$1 ?${CLOSE}`)
        .replace('%e', '(?<emoji>[^\\p{L}\\s"“„«]{1,30})')
        .replace('%s', `(?:${OPEN}(?<quote>.+)${CLOSE}|(?<file>${FILE.replaceAll(' ', ' ?')}))`);
      return {
        pattern: new RegExp(`^${source}\\.?$`, 'isu'),
        emoji,
        on: index === 0,
        isSure: !form.startsWith('?'),
      };
    }),
  );
}

/** `quote` is null for a reaction to a photo. If it is not sure, only a known quotation tells it from a note. */
export type ReactionText = { emoji: string; on: boolean; quote: string | null; isSure: boolean };

const INVISIBLE = /[\u200B\u200C\u200A\u2060\uFEFF]/g;
/** Google Messages encloses the emoji in these, whatever the language. */
const GOOGLE = /([\u200B\u200C])([^\u200B\u200C\s]{1,30})\1/;
const GOOGLE_QUOTE = new RegExp(`${OPEN}(.+)${CLOSE}`, 's');

export function parseReaction(body: string): ReactionText | null {
  const text = body.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  const [, mark, google = ''] = GOOGLE.exec(body) ?? [];
  const [, googleQuote] = GOOGLE_QUOTE.exec(text) ?? [];
  const googleEmoji = toEmoji(google);
  if (googleEmoji && googleQuote)
    return { emoji: googleEmoji, on: mark === '\u200B', quote: googleQuote.trim(), isSure: true };
  for (const { pattern, emoji, on, isSure } of FORMS) {
    const found = pattern.exec(text)?.groups;
    const shown = found && (emoji ?? toEmoji(found.emoji ?? ''));
    if (!shown) continue;
    const quote = found.quote?.trim() ?? null;
    return { emoji: shown, on, quote, isSure: isSure || isOfPhone(quote, found.file) };
  }
  return null;
}

/** A person who quotes writes the hashtag of a board beside the quotation, and no ellipsis at its end. */
const isOfPhone = (quote: string | null, file = '') =>
  quote === null ? !/movie|film/i.test(file) : /[#＃]|(?:…|\.{3})$/.test(quote);
