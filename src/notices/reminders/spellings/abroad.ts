import { clock, type Rule } from './terms';

/**
 * How Spanish, German, French, Italian, Portuguese and Dutch write times, in the words of English. Only for texts
 * that ask for a reminder in one of these: `morgen` can be a name, too.
 */
const all = (pattern: string, plain: string | Rule[1]): Rule => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  typeof plain === 'string' ? () => plain : plain,
];

const COUNTS: Record<string, string> = Object.fromEntries(
  Object.entries({
    1: "un una uno un' une ein eine einer einem uma um een",
    2: 'dos zwei deux due dois duas twee',
    3: 'tres drei trois tre três drie',
    5: 'cinco fünf cinq cinque vijf',
    10: 'diez zehn dix dieci dez tien',
    15: 'quince quindici quinze fünfzehn vijftien',
    20: 'veinte zwanzig vingt venti vinte twintig',
    30: 'treinta dreißig trente trenta trinta dertig',
  }).flatMap(([count, words]) => words.split(' ').map((word) => [word, count])),
);
const COUNT = `\\d{1,3}|${Object.keys(COUNTS).join('|')}`;
const UNITS: [string, string][] = [
  ['minutes', 'minutos?|minuten?|minutes?|minut[oi]|min'],
  ['hours', 'horas?|stunden?|heures?|or[ae]|uur|uren|std'],
  ['days', 'd[ií]as?|tage?n?|jours?|giorn[oi]|dias?|dag(?:en)?'],
  ['weeks', 'semanas?|wochen?|semaines?|settiman[ae]|we(?:ek|ken)'],
];
const DAYS: [string, string][] = [
  ['monday', 'lunes|montags?|lundis?|luned[iì]|segunda(?:[- ]feira)?|maandag'],
  ['tuesday', 'martes|dienstags?|mardis?|marted[iì]|ter[cç]a(?:[- ]feira)?|dinsdag'],
  ['wednesday', 'mi[eé]rcoles|mittwochs?|mercredis?|mercoled[iì]|quarta(?:[- ]feira)?|woensdag'],
  ['thursday', 'jueves|donnerstags?|jeudis?|gioved[iì]|quinta(?:[- ]feira)?|donderdag'],
  ['friday', 'viernes|freitags?|vendredis?|venerd[iì]|sexta(?:[- ]feira)?|vrijdag'],
  ['saturday', 's[aá]bados?|samstags?|sonnabends?|samedis?|sabato|zaterdag'],
  ['sunday', 'domingos?|sonntags?|dimanches?|domenica|zondag'],
];
const ON = '(?:el |am |le |na |no |em |op |il |di )?';
const EVERY =
  '(?:todos los|todas las|cada|jede[nrs]?|tous les|toutes les|chaque|ogni|todos? os|todas? as|tod[oa]s?|elke)';

export const ABROAD: Rule[] = [
  all(
    'pasado mañana|pasado manana|übermorgen|uebermorgen|après-demain|apres-demain|après demain|dopodomani|depois de amanhã|depois de amanha|overmorgen',
    'day after tomorrow',
  ),
  all(
    'mañana por la mañana|morgen früh|morgen vormittag|demain matin|domani mattina|amanhã de manhã|amanhã cedo|morgenochtend',
    'tomorrow morning',
  ),
  all(
    'mañana por la tarde|morgen nachmittag|demain après-midi|demain aprem|domani pomeriggio|amanhã à tarde|amanhã de tarde|morgenmiddag',
    'tomorrow afternoon',
  ),
  all(
    'mañana por la noche|morgen abend|demain soir|domani sera|amanhã à noite|amanhã de noite|morgenavond',
    'tomorrow evening',
  ),
  all('esta noche|heute abend|heute nacht|ce soir|stasera|hoje à noite|esta noite|vanavond', 'tonight'),
  all('esta tarde|heute nachmittag|cet après-midi|oggi pomeriggio|hoje à tarde|vanmiddag', 'this afternoon'),
  all('mañana|manana|morgen|demain|domani|amanhã|amanha', 'tomorrow'),
  all("hoy|heute|aujourd['’]hui|oggi|hoje|vandaag", 'today'),
  all('(?:al |zum |um |à |a )?(?:mediod[ií]a|mittags?|midi|mezzogiorno|meio[- ]dia)', 'at noon'),
  all(
    "(?:en|dentro de|in|dans|tra|fra|em|daqui a|over) (?:media hora|einer halben stunde|une demi[- ]heure|mezz['’]?ora|meia hora|een half uur)",
    'in 30 minutes',
  ),
  all(
    `(?:en|dentro de|in|dans|d'ici|tra|fra|em|daqui a|over) (${COUNT}) ?(${UNITS.map(([, unit]) => unit).join('|')})`,
    ([, count = '', unit = '']) => {
      const [plain] = UNITS.find(([, pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(unit))!;
      return `in ${COUNTS[count.toLowerCase()] ?? count} ${plain}`;
    },
  ),
  all(
    "(?:a las|a la|las|um|gegen|à|a|alle|all'|às|as|om)? ?(\\d{1,2})(?: ?[h:.] ?(\\d\\d)| ?h| ?uhr(?: (\\d\\d))?| heures?| ?horas| uur)? (?:de la|da|do|del|de|di|in der|am|des|du|in de|'s) ?(mañana|manana|manhã|manha|mattina|früh|morgens|matin|ochtends|tarde|noche|noite|pomeriggio|sera|nachmittags?|abends?|nachts|soir|après-midi|middags|avonds)",
    ([, hour = '', minute, other, part = '']) =>
      clock(
        Number(hour),
        Number(minute ?? other ?? 0),
        /^(?:m[aot]|fr|och)/i.test(part) || Number(hour) > 12 ? (Number(hour) > 12 ? '' : 'am') : 'pm',
      ),
  ),
  all(
    "(?:a las|a la|um|gegen|à|alle|all'|às|as|om) (\\d{1,2})(?: ?[h:.] ?(\\d\\d)| ?h| ?uhr(?: (\\d\\d))?| heures?| ?horas| uur)?",
    ([, hour = '', minute, other]) => clock(Number(hour), Number(minute ?? other ?? 0)),
  ),
  all('(\\d{1,2}) ?(?:h(?: ?(\\d\\d))?|uhr(?: (\\d\\d))?|heures?|uur)', ([, hour = '', minute, other]) =>
    clock(Number(hour), Number(minute ?? other ?? 0)),
  ),
  all(`${EVERY} (?:${UNITS[2]![1]})`, 'every day'),
  ...DAYS.flatMap(([day, names]): Rule[] => [
    all(`${EVERY} (?:${names})`, `every ${day}`),
    all(
      `${ON}(?:nächsten |prossimo |próxima |próximo |próximo |volgende )?(?:${names})(?: prochain| que viene| prossimo)?`,
      day,
    ),
  ]),
  all(
    '(monday|tuesday|wednesday|thursday|friday|saturday|sunday),? (?:por la |a la |de la |de |à |am |le |la )?(?:(mañana|matin|vormittag|morgen|früh|mattina|manhã|ochtend)|(tarde|après-midi|nachmittag|pomeriggio|middag)|(noche|soir|abend|sera|noite|avond))',
    ([, day, morning, afternoon]) => `${day} ${morning ? 'morning' : afternoon ? 'afternoon' : 'evening'}`,
  ),
];
