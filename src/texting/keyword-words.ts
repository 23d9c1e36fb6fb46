/** Whole texts without spaces, accents and marks. What carriers require comes first, then other languages. */
export const WORDS = {
  stop: split(`stop stopall unsubscribe cancel end quit revoke optout arret td
    alto baja parar pare detener salir cancelar desuscribir desuscribirse sair descadastrar
    arretez desabonner desinscrire desinscription stopp halt abbestellen abmelden aufhoren austragen
    ferma fermare basta annulla disiscrivi disiscrivimi stoppen afmelden uitschrijven opzeggen
    stoppa avsluta avregistrera avslutt afmeld framelding lopeta wypisz rezygnuje zrusit odhlasit стоп отписаться отмена
    dur durdur iptal huy berhenti 停止 退订 退訂 取消订阅 配信停止 수신거부 중지 توقف الغاء הסר`),
  start: split('start unstop'),
  yes: split('yes yess yesss'),
  join: split('join'),
  help: split(`help info aide ayuda aiuto hilfe ajuda hulp hjalp hjelp hjælp pomoc помощь помогите yardim apua segitseg
    tolong bantuan 帮助 幫助 ヘルプ 助けて 도움말 도움 مساعدة עזרה मदद`),
  undo: split('undo'),
  all: split('all'),
};

/** Ordinary words that no carrier asks for, so that one of them alone may be a note: it is kept as one as well. */
const EVERYDAY = split(`detener salir cancelar sair ferma fermare basta annulla halt lopeta dur
    durdur iptal huy отмена`);

export const isEverydayStop = (body: string): boolean => EVERYDAY.includes(toWord(body));

function split(words: string): string[] {
  return words.split(/\s+/).map((word) => word.normalize('NFKD').replace(/\p{M}/gu, ''));
}

const PLEASE =
  /^(?:(?:please|pls|plz|ok|okay|hey|hi|bitte|por favor) )+|(?: (?:please|pls|plz|thanks|thank you|bitte|por favor|porfavor|svp|s il (?:vous|te) plait|per favore|alsjeblieft|tack|pozhaluysta|пожалуиста|now|today|immediately))+$/g;

/** A wish to end the texts has one of these, and no words but those below: then it is no note. */
const STOPS =
  /^(?:no )?stop(?: stop)*(?:(?: it)? (?:all|everything|now|already|texts?|messages?|msgs|sms))?$|\b(?:cancel|end|quit|unsubscribe|stop) all\b|\b(?:stop|stopp|quit|cease) (?:texting|messaging|contacting|spamming|sending)\b|\bstop\b.*\b(?:texts?|messages?|msgs?|sms|notifications|spam|subscription)\b|\bno more (?:texts?|messages?|msgs|sms|notifications)\b|\b(?:do not|don t|dont|never) (?:text|message|contact|sms|msg) (?:me|us|this|my)\b|\b(?:do not|don t|dont) (?:want|need|send)\b.*\b(?:texts|messages|msgs|sms)\b|\bunsub(?:scribe)?\b|\bopt (?:me |us )?out\b|\boptout\b|\b(?:remove|take|delete) (?:me|us|my (?:phone )?number|this number)\b|\bcancel (?:my |this |the )?subscription\b/;
const STOP_WORDS = new Set(
  'kindly ur u stop stopp quit cease end cancel texting messaging sending contacting spamming me us my this these those the all any your so many more text texts message messages msg msgs sms notifications notification spam to from off of out list lists mailing number phone now again anymore longer ever it just no not do don t dont never want need send would like d i unsubscribe unsub opt optout remove take delete subscription enough already please pls plz sorry wrong immediately today with let can stuff things crap could will database system contacts everything thanks thank contact omg hey ok and everybody idk know who you are dude bro fucking fuck damn hell goddamn crap bullshit shit stupid annoying right fu junk'.split(
    ' ',
  ),
);
const isStop = (words: string) =>
  (STOPS.test(words) && words.split(' ').every((word) => STOP_WORDS.has(word))) ||
  isStopAbroad(words.split(' '));

/** In each language a word that ends something and one for the texts, and no words but those and the last ones. */
const STOPS_ABROAD = [
  [
    'basta no nunca deja dejen dejad deje dejar para pare paren parar cancela cancelar detengan',
    'mensajes sms textos notificaciones avisos mandarme enviarme escribirme',
    'me mas ya por favor porfavor porfa de los las tus sus estos quiero quisiera deseo necesito recibir mande mandes manden mandeis texto envie envies envien enviar mandar escriban escribas a mi este numero gracias ningun que',
  ],
  [
    'basta non niente stop smettete smettetela smettila smetti smetta fermate ferma mai',
    'messaggi sms notifiche avvisi scrivetemi scrivermi mandarmi inviarmi',
    'mi piu per favore grazie con i gli le questi vostri di voglio vorrei ricevere mandare mandate mandatemi mandarmi inviate inviatemi inviare scrivete altri altro nessun a questo numero',
  ],
  [
    'pare parem para parar nao chega basta deixe deixem cancele cancelar sem',
    'mensagens sms textos notificacoes avisos',
    'me por favor de mais as os essas estas quero queria desejo receber mande mandem mandar envie enviem enviar nenhuma nenhum obrigado obrigada para mim este numero com',
  ],
  [
    'kein keine keinen stop stopp stoppt nicht aufhoren horen hort hor schluss nie',
    'nachrichten sms texte textnachrichten mitteilungen benachrichtigungen schreiben schreibt schreib simsen',
    'bitte mehr weiteren weitere ich will mochte mochten wir auf mit den der die das diese diesen zu senden schicken schickt schick sendet sende mir uns sie erhalten bekommen an von euch ihnen danke jetzt sofort wieder nummer',
  ],
  [
    'arretez arrete arreter stop cessez plus pas jamais fini',
    'messages sms textos notifications ecrire',
    'de d m me moi envoyer envoyez envoie ecrivez ne n je veux voudrais recevoir s il vous te plait svp stp ces vos tes les des merci en aucun a ce numero',
  ],
  [
    'geen stop stopp niet inga inte ikke ingen',
    'berichten smsjes sms textjes meddelanden meldinger beskeder besked',
    'meer alsjeblieft aub graag stuur mij me wil ik met sturen naar dit nummer fler tack jag vill ha skicka mig flere send takk tak til nu',
  ],
].map(([stops, news, others]) => ({
  stops: new Set(split(stops!)),
  news: new Set(split(news!)),
  others: new Set(split(others!)),
}));

function isStopAbroad(words: string[]): boolean {
  return STOPS_ABROAD.some(
    ({ stops, news, others }) =>
      words.some((word) => stops.has(word)) &&
      words.some((word) => news.has(word)) &&
      words.every((word) => stops.has(word) || news.has(word) || others.has(word)),
  );
}

const RESTART =
  /^(?:resume|restart|subscribe(?: me)?|resubscribe|opt (?:me )?(?:back )?in|optin|(?:un ?stop|start)(?: (?:again|over|it|me|texting|sending|messages|texts|all|up))*|turn (?:it|them|texts|messages) (?:back )?on(?: again)?|(?:text|message) me(?: again)?|i want (?:the )?(?:texts|messages)(?: again| back)?)$/;

/** Means YES as the answer to an invitation, with no words but those below. */
const ASSENTS = new Set(
  'y ye ya yep yeah yea yup yh aye yes yess yass bet sure ok okay okey k kk alright fine cool great nice absolutely definitely certainly gladly accept accepted join start love in ja gerne si claro oui sim da tak course idea good why let s acepto accetto accepte aceito einverstanden vale jawohl graag bene accord beleza claro certo gerne'.split(
    ' ',
  ),
);
const ASSENT_WORDS = new Set(
  'i m am d ll id im do will would to want please pls plz thanks thank you thx ty thing sir maam course of why not let lets s go sounds sound good great nice idea count me in sign up add too with pleasure it that so hi hello hey there por favor bitte the board us and very much va d j je con avec mucho gusto plaisir piacere quiero me unirme ich mache mit obrigado gracias grazie merci danke'.split(
    ' ',
  ),
);
function isAssent(words: string): boolean {
  const all = words.split(' ');
  return (
    all.some((word) => ASSENTS.has(word)) && all.every((word) => ASSENTS.has(word) || ASSENT_WORDS.has(word))
  );
}

export type Keyword = keyof typeof WORDS | 'restart' | 'assent';

const HELP_WITH =
  /^help (?:(?:me|us|please|pls) )+(?:(?:to|with|use|using|understand) )+(?:this|it)(?: (?:phone|thing|app|service|number|texting|please|pls))*$/;
const KEYWORD_MAX = 80;
const THUMBS = /^\s*(?:👍|👌|✅|🙌|🆗|💯)+(?:\p{EMod}|\ufe0f)*\s*$/u;

export function keywordOf(body: string): Keyword | null {
  const word = toWord(body);
  if (!word) return body.length <= KEYWORD_MAX && THUMBS.test(body) ? 'assent' : null;
  const [keyword] = Object.entries(WORDS).find(([, words]) => words.includes(word)) ?? [];
  if (keyword) return keyword as Keyword;
  const words = toSpoken(body);
  const asked = words.replace(PLEASE, '');
  const [plain] = Object.entries(WORDS).find(([, list]) => list.includes(asked)) ?? [];
  if (plain && plain !== 'all' && plain !== 'undo') return plain as Keyword;
  if (isStop(words)) return 'stop';
  if (HELP_WITH.test(words)) return 'help';
  if (/^(?:ayudame|aidez moi|aide moi|ich brauche hilfe|necesito ayuda)$/.test(asked)) return 'help';
  if (/^yes+(?: yes+)*$/.test(asked)) return 'yes';
  if (RESTART.test(asked)) return 'restart';
  return isAssent(words) ? 'assent' : null;
}

/** Returns an empty string for a text that is too long to be a keyword or has a hashtag. */
export const toWord = (body: string): string => toSpoken(body).replaceAll(' ', '');

const toSpoken = (body: string): string =>
  body.length > KEYWORD_MAX || body.includes('#')
    ? ''
    : body
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(/ı/g, 'i')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();

/** What every gateway that answers STOP and START answers itself. */
const STOPS_OF_LINES = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit'];
const STARTS_OF_LINES = ['start', 'unstop', 'yes'];

export const isAnsweredByLines = (body: string): boolean =>
  STOPS_OF_LINES.includes(body.trim().toLowerCase()) || STARTS_OF_LINES.includes(toWord(body));

/** As it stands in the record of agreements. */
export const writtenKeyword = (body: string): string => toSpoken(body).toUpperCase();
