import { hashtagSlug } from '../../contract/hashtags';
import type { Command } from './command';
import { withoutPlease } from './plain-words';

/**
 * The same wishes in Spanish, German, French, Italian, Portuguese and Dutch. `remind` begins a reminder, and what
 * follows has its time in one of the forms below. A wish to delete has a verb, an object and no other words.
 */
type Language = {
  remind: RegExp;
  verbs: string;
  objects: string;
  others: string;
  help: RegExp;
  show: RegExp;
  /** The beginning of a question that is none in English. */
  find: RegExp;
  /** As our hints name it. */
  named: { remind: string; find: string; delete: string };
};

const LANGUAGES: Language[] = [
  {
    remind:
      /^(?:(?:me )?(?:puedes|podr[ií]as|quiero que) )?(?:rec(?:u[eé]|o)rd[aá](?:me|nos)|recu[eé]rdeme|recordarme|me recuerd[ae]s|acu[eé]rdame|av[ií]same)(?: de| que)?[ ,:]+(?<words>.+)$/is,
    verbs: 'borra borrar bórralo borralo bórrala borrala borren elimina eliminar elimínalo eliminalo quita',
    objects: 'eso esto esa ese lo último ultimo última ultima bórralo borralo elimínalo eliminalo',
    others: 'el la mi mensaje nota texto que mandé mande envié envie escribí por favor porfa',
    help: /^(?:¿\s*)?(?:c[oó]mo (?:funciona|se usa|uso)(?: esto| eso)?|qu[eé] puedo (?:hacer|escribir)|necesito ayuda|no entiendo(?: nada)?)$/i,
    show: /^(?:mu[eé]strame|ver|ens[eé][nñ]ame|quiero ver) (?:todas )?mis notas$/i,
    find: /^(?:¿|(?:d[oó]nde|cu[aá]l|qui[eé]n|cu[aá]ndo|buscar?))(?!\p{L})/iu,
    named: { remind: 'recuérdame', find: 'buscar', delete: 'borrar' },
  },
  {
    remind:
      /^(?:(?:kannst|k[oö]nntest|w[uü]rdest) du )?(?:mich )?(?:erinner[en]?(?: sie)? (?:mich|uns)|weck(?:e)? mich)(?: bitte)?(?: daran)?[ ,:]+(?<words>.+)$|^(?:(?:kannst|k[oö]nntest) du )?mich (?<words>.+) (?:zu )?erinnern$/is,
    verbs: 'lösch lösche löschen losch losche loschen loesche loeschen entfern entferne entfernen',
    objects: 'das dies es letzte letzten nachricht notiz',
    others: 'die der den meine mein bitte wieder doch sms text eintrag',
    help: /^(?:wie (?:funktioniert|geht) (?:das|es)(?: hier)?|was kann ich (?:hier )?(?:tun|machen|schreiben)|ich verstehe? (?:das|es|nichts?)(?: nicht)?|ich brauche hilfe)$/i,
    show: /^zeig(?:e|t)?(?: mir)?(?: bitte)?(?: alle)? meine notizen$/i,
    find: /^(?:(?:wo|wie|wann|wer|welche[mnrs]?|such))(?!\p{L})/iu,
    named: { remind: 'erinnere mich', find: 'suchen', delete: 'löschen' },
  },
  {
    remind:
      /^(?:(?:peux|pourrais)[- ]tu |tu peux )?(?:rappel(?:le|ez)[- ](?:moi|nous)|me rappeler|fais[- ]moi penser)(?: d'|(?: de| que| à)?[ ,:]+)(?<words>.+)$/is,
    verbs: 'supprime supprimer supprimez efface effacer effacez enlève enleve',
    objects: 'ça ca cela dernier dernière derniere le',
    others: 'la mon ma message note texte sms s il te vous plait plaît stp svp',
    help: /^(?:(?:comment )?(?:ça|ca) (?:marche|fonctionne)(?: comment)?|qu'est[- ]ce que je peux (?:faire|écrire)|je ne comprends (?:pas|rien)|j'ai besoin d'aide)$/i,
    show: /^(?:montre[- ]moi|affiche|voir)(?: toutes)? mes notes$/i,
    find: /^(?:(?:o[uù]|c'est quoi|quel\p{L}*|quand|cherche\p{L}*))(?!\p{L})/iu,
    named: { remind: 'rappelle-moi', find: 'chercher', delete: 'supprimer' },
  },
  {
    remind:
      /^(?:(?:puoi|potresti) |mi )*(?:ricorda(?:mi|ci|temi|rmi)|ricordi|mi ricordi|promemoria)(?: di| che)?[ ,:]+(?<words>.+)$/is,
    verbs: 'cancella cancellalo cancellare cancellala elimina eliminalo eliminare togli rimuovi',
    objects: "questo quello ultimo l'ultimo l'ultima ultima cancellalo cancellala eliminalo l",
    others: "il la lo mio messaggio nota testo per favore che ho scritto mandato l'ultimo l'ultima",
    help: /^(?:come (?:funziona|si usa)(?: questo)?|cosa posso (?:fare|scrivere)|non capisco(?: niente)?|ho bisogno di aiuto)$/i,
    show: /^(?:mostrami|fammi vedere|vedi)(?: tutte)?(?: le)? mie note$/i,
    find: /^(?:(?:dove|dov'[eèé]|qual'?[eèé]?|quale|cerca))(?!\p{L})/iu,
    named: { remind: 'ricordami', find: 'cercare', delete: 'cancellare' },
  },
  {
    remind:
      /^(?:(?:pode|poderia|voc[eê] pode) )?(?:me )?(?:lembr(?:a|e|ar)[- ]me|me lembr(?:a|e|ar)|lembr(?:a|e)[- ]nos)(?: de| que)?[ ,:]+(?<words>.+)$|^(?:(?:pode|poderia|voc[eê] pode) )?me lembr(?:a|e|ar)(?: de| que)?[ ,:]+(?<words>.+)$/is,
    verbs: 'apaga apagar apague exclui excluir exclua deleta deletar remove remover',
    objects: 'isso isto essa esta última ultima último ultimo',
    others: 'a o minha meu mensagem nota texto por favor que eu mandei enviei',
    help: /^(?:como (?:isso |isto )?(?:funciona|uso|usar)(?: isso| isto)?|o que (?:eu )?posso (?:fazer|escrever)|n[aã]o entendi?|preciso de ajuda)$/i,
    show: /^(?:mostra|mostre|ver)(?:[- ]me)?(?: todas)?(?: as)? minhas notas$/i,
    find: /^(?:(?:onde|qual [eé]|quem|procur\p{L}+))(?!\p{L})/iu,
    named: { remind: 'me lembre', find: 'procurar', delete: 'apagar' },
  },
  {
    remind:
      /^(?:herinner (?:me|mij|ons)|(?:kun|kan|wil) je (?:me|mij) (?:eraan )?herinneren)(?: eraan)?[ ,:]+(?<words>.+)$|^(?:kun|kan|wil) je (?:me|mij) (?<words>.+) herinneren$/is,
    verbs: 'verwijder verwijderen wis wissen',
    objects: 'dat dit laatste',
    others: 'het de mijn bericht notitie alsjeblieft aub',
    help: /^(?:hoe werkt (?:dit|het|dat)|wat kan ik (?:hier )?(?:doen|schrijven)|ik (?:snap|begrijp) (?:het|dit) niet)$/i,
    show: /^(?:toon|laat)(?: me)? mijn notities(?: zien)?$/i,
    find: /^(?:(?:waar|wat (?:is|zijn)|wanneer|welke|zoek))(?!\p{L})/iu,
    named: { remind: 'herinner me', find: 'zoeken', delete: 'verwijderen' },
  },
];

const READ =
  /^(?:¿ ?)?(?:qu[eé] (?:hay|falta|queda|tengo|tenemos|necesitamos)|mu[eé]strame|was (?:steht|fehlt|ist|gibt es)(?: noch)?|zeig mir|qu'est-ce qu'il (?:y a|reste|manque)|qu'y a-t-il|montre[- ]moi|(?:che )?cosa (?:c'[eè]|manca|resta)|mostrami|o que (?:tem|h[aá]|falta)|mostra(?:-me)?|wat (?:staat|is)(?: er)?(?: nog)?)(?: (?:en|auf|in|sur|dans|su|em|no|na|op|der|la|el|lista|liste))* ?[#＃]([\p{L}\p{M}\p{N}_-]+)$/iu;

const DELETES = LANGUAGES.map(({ verbs, objects, others }) => ({
  verbs: new Set(verbs.split(' ')),
  objects: new Set(objects.split(' ')),
  all: new Set(`${verbs} ${objects} ${others}`.split(' ')),
}));

export function recogniseAbroad(text: string): Command | null {
  if (text.length > 200 || text.includes('\n')) return null;
  const plain = text
    .trim()
    .replace(/’/g, "'")
    .replace(
      /^(?:(?:por favor|bitte|hallo|hola|ciao|ol[aá]|bonjour|salut|per favore|hoi|ok|s'il te pla[iî]t|stp)[\s,!.]+)+/i,
      '',
    );
  const bare = plain
    .replace(/^¿\s*|[\s?!.]+$/g, '')
    .replace(/[\s,]+(?:por favor|porfa|bitte|stp|svp|per favore|aub|alsjeblieft)$/i, '');
  if (LANGUAGES.some(({ help }) => help.test(bare))) return { kind: 'help' };
  if (LANGUAGES.some(({ show }) => show.test(bare))) return { kind: 'status' };
  const [, tag = ''] = READ.exec(bare) ?? [];
  if (tag) return { kind: 'ask', query: `#${hashtagSlug(tag)}` };
  const said = bare.toLowerCase().split(/[\s,]+/);
  if (said.length <= 9 && DELETES.some((one) => isDelete(one, said))) return { kind: 'delete' };
  for (const { remind } of LANGUAGES) {
    const asked = remind.exec(plain)?.groups?.words;
    if (asked)
      return { kind: 'remind', form: 'remind me', words: withoutPlease(asked), when: null, isAbroad: true };
  }
  return null;
}

const isDelete = ({ verbs, objects, all }: (typeof DELETES)[number], said: string[]) =>
  said.some((word) => verbs.has(word)) &&
  said.some((word) => objects.has(word)) &&
  said.every((word) => all.has(word));

/** ` (buscar)`, for a hint to who has asked so. */
export function namedAbroad(text: string, what: keyof Language['named']): string {
  const [first = ''] = /^[^\s,.!?]+/.exec(text.trim().toLowerCase()) ?? [];
  const language = LANGUAGES.find(({ remind, find }, at) =>
    what === 'find'
      ? find.test(text.trim())
      : what === 'remind'
        ? remind.test(text.trim())
        : DELETES[at]!.verbs.has(first),
  );
  return language ? ` (${language.named[what]})` : '';
}
