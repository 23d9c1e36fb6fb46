// What somebody wrote, without what programs add to it: quotes, signatures, disclaimers. Every pattern is tried on one
// line at a time, of a bounded length, because a mail comes from anybody.

const LINE_MAX = 400;

const SUBJECT_MARK =
  /^\s*(?:(?<forward>fwd?|wg|tr|rv|enc|doorst|vb|vs|vl|i|pd|rvw|ilt|İlt|videresend|redir\.?|转发|轉寄|転送|пересл|إعادة توجيه)|re|r|aw|sv|antw|ref|rif|odp|odg|vá|ynt|回复|回覆|答复|返信|отв|رد)(?:\[\d{1,3}\])?\s*[:：]\s*/iu;

const FORWARDED =
  /^[\s>*_-]*(?:begin forwarded message|forwarded message(?: from .{1,100}?)?|original message|weitergeleitete nachricht|(?:anfang der )?weitergeleitete[n]? (?:nachricht|mail|e-mail)|ursprüngliche nachricht|message (?:transféré|transmis|d'origine|original)|début du (?:message|courriel|e-mail) (?:transféré|réexpédié)|mensaje (?:reenviado|original)|inicio del mensaje reenviado|mensagem (?:(?:re)?encaminhada|original)|início da mensagem (?:encaminhada|reencaminhada)|messaggio (?:inoltrato|originale)|inizio messaggio inoltrato|doorgestuurd bericht|(?:begin )?doorgestuurd bericht|oorspronkelijk bericht|vidarebefordrat (?:meddelande|brev|mejl)|ursprungligt meddelande|(?:start på )?videresendt (?:melding|besked|meddelelse)|przekazana wiadomość|wiadomość (?:przekazana|przesłana dalej)|(?:początek|treść) przekaz(?:yw)?anej wiadomości|пересланное сообщение|пересылаемое сообщение|перенаправленное сообщение|начало переадресованного сообщения|исходное сообщение|початок листа, що пересилається|пере(?:слане|направлене) повідомлення|začátek přeposílané zprávy|přeposlaná zpráva|začiatok preposlanej správy|preposlaná správa(?: --- forwarded message)?|välitetty viesti(?: alkaa| \/ fwd\.msg)?|edelleenlähetetty viesti|započni proslijeđenu poruku|proslijeđena poruka|továbbított (?:levél kezdete|üzenet)|începe mesajul redirecționat|mesaj redirecționat|[iİ]leti başlangıcı|[iİ]let(?:ilen [iİ]leti|ilmiş mesaj)|转发的?邮件|轉寄郵件|転送されたメッセージ|転送メッセージ|メッセージを転送|original-nachricht|original message follows)\s*:?[\s*_-]*$/iu;

const FROM_LABELS =
  'from|von|de|da|van|från|fra|od|lähettäjä|от|отправитель|від|від кого|šalje|feladó|de la|expeditorul|kimden|gönderen|mittente|saatja|nadawca|发件人|寄件者|寄件人|差出人|送信元|보낸 ?사람|من';
const DATED_LABELS =
  'date|sent|datum|gesendet|envoyé|envoye|enviado(?: el)?|enviada(?: em)?|fecha|data|inviato|verzonden|skickat|dato|sendt|wysłano|дата|отправлено|надіслано|odesláno|odoslané|päivämäärä|päiväys|lähetetty|poslano|dátum|elküldve|dată|trimis|tarih|gönderildi|发送时间|日期|日付|送信日時|날짜|تاريخ(?: الإرسال)?|التاريخ';
const OTHER_LABELS =
  'to|cc|bcc|subject|reply-to|an|kopie(?: \\(CC\\))?|betreff|antwort an|à|objet|sujet|pour|copie à|para|asunto|assunto|a|oggetto|aan|onderwerp|till|ämne|kopia|til|emne|kopi|do|temat|adresat|dw|udw|кому|тема|копия|копія|předmět|komu|predmet|pre|kópia|aihe|vastaanottaja|kopio|naslov|za|prima|tárgy|címzett|másolat(?:ot kap)?|subiect(?:ul)?|către|destinatarul|konu|kime|bilgi|收件人|抄送|主题|主旨|宛先|件名|送信先|الموضوع|إلى|message-id|importance|priority|attachments?|anlagen';
const field = (labels: string, rest = '') =>
  new RegExp(`^[\\s>*]*(?:${labels})\\s*[*]?\\s*[:：]${rest}`, 'iu');
const WITH_VALUE = '\\s*[*]?\\s*\\S';
const FROM = field(FROM_LABELS, WITH_VALUE);
const DATED = field(DATED_LABELS, WITH_VALUE);
const OTHER_FIELD = field(OTHER_LABELS);

/** The line before a quote, in the words of mail programs; it can be broken into two. */
const WROTE =
  /(?:\bwrote|\bschrieb\b.{0,100}|\ba écrit|\bescribió|\bescreveu|\bha scritto|\bschreef.{0,60}|\bheeft .{0,100}geschreven|\bskrev.{0,60}|\bkirjoitti.{0,40}|\bnapisał\(?a?\)?|\bpisze|\bnapsal\(?a?\)?|\bnapísal\(?a?\)?|ezt írta|şunu yazdı|\ba scris|пишет|пише|написал\(?а?\)?|写道|寫道|のメール|さんは書きました|님이 작성)\s*[:：]?\s*$/iu;
const WROTE_BEGINS =
  /^[\s>-]*(?:on|am|le|el|em|il|op|den|pe|dnia|w dniu|\d{1,4}[./年-]|\p{Lu}\p{L}{1,8}[.,]? ?\d|пн|вт|ср|чт|пт|сб|вс|在|於|[\w.+-]{1,60}@).{0,380}$/iu;

/** The same in any language: a time, an address, a colon. */
const DATED_ADDRESS = /(?:\p{Nd}.{0,200}\S@\S{1,100}|\S@\S{1,100}.{0,200}\p{Nd}).{0,40}[:：][\s\p{Cf}]*$/u;

/** Yahoo writes its fields into one line. */
const JOINED_FIELDS = /^\s*(-{3,} [\p{L} ]{5,40} -{3,})\s*(.*)$/u;
const capital = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);
const NEXT_FIELD = new RegExp(
  `(?<=\\S)(?=(?:${`${FROM_LABELS}|${DATED_LABELS}|${OTHER_LABELS}`.split('|').map(capital).join('|')})\\s?[:：])`,
  'u',
);

const DEVICE =
  /^[\s*_-]*(?:(?:sent|composed) (?:from|with|via|using) (?:my )?.{2,80}|sent from .{2,60}|get (?:outlook|bluemail|aqua mail|typeapp) for \S.{0,80}|(?:von|mit) (?:meinem|meiner) .{2,60} gesendet\.?|(?:diese nachricht wurde |gesendet )(?:von|mit|aus) .{2,80}|(?:holen|beziehen) sie (?:sich )?outlook für .{2,60}|envoyé (?:par le service|de(?:puis)?|à partir de|avec) .{2,60}|télécharger outlook pour .{2,60}|enviado (?:desde|do|a partir do|con|com|via) .{2,60}|obtener outlook para .{2,60}|obter o outlook para .{2,60}|inviato (?:da|dal|con) .{2,60}|ottieni outlook per .{2,60}|(?:verzonden|verstuurd) (?:vanaf|met|via) .{2,60}|skickat från .{2,60}|sendt fra .{2,60}|lähetetty .{2,60}|wysłan[eoy] z .{2,60}|отправлено (?:с|из|от) .{2,60}|发自我的.{1,40}|從我的.{1,40}傳送|.{1,30}から送信|나의 .{1,30}에서 보냄|yahoo mail: search, organize, conquer.{0,80})[\s*_]*$/iu;

const DISCLAIMER =
  /confidentiality (?:notice|note)|\b(?:this|the) (?:e-?mail|message|communication|transmission)\b.{0,200}\b(?:confidential|intended (?:only|solely)|privileged)|\bintended recipient\b|diese e-?mail enthält vertrauliche|\bvertrauliche\b.{0,80}\b(?:informationen|inhalte)|ce (?:message|courriel|mail).{0,120}confidentiel|(?:este|el presente) (?:mensaje|correo).{0,200}confidencial|esta mensagem.{0,200}confidencia|(?:questo|la presente) (?:messaggio|e-?mail|comunicazione).{0,200}(?:riservat|confidenzial)|dit (?:bericht|e-?mailbericht).{0,200}vertrouwelijk|(?:before|think before) printing|consider the environment|denken sie an die umwelt|virus-free\.?|(?:scanned|checked) (?:by|for viruses)|virenfrei|avast (?:antivirus|logo)/iu;

/** What servers put above the words of somebody whom the reader does not know. */
const BANNER =
  /^\W*(?:(?:caution|warning|external|attention|achtung|vorsicht)\b.{0,80}\b(?:outside|external|externe|außerhalb)|you don't often get e-?mail from|sie erhalten nicht oft e-?mails? von)\b.{0,400}$/iu;

export const cleanSubject = (subject: string): { subject: string; isForward: boolean } => {
  let isForward = false;
  let rest = subject.replace(/\s+/g, ' ').trim();
  for (let mark = SUBJECT_MARK.exec(rest); mark; mark = SUBJECT_MARK.exec(rest)) {
    isForward ||= mark.groups?.forward !== undefined;
    rest = rest.slice(mark[0].length);
  }
  return { subject: rest.trim(), isForward };
};

/** `isForward`: its subject says so. Then a block of From, Date and Subject begins what was forwarded, else a quote. */
export function keptWords(text: string, isForward: boolean): { words: string; isForward: boolean } {
  const lines = withoutBanner(text)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line) => joinedFields(line) ?? line.trimEnd());
  const at = findForward(lines, isForward);
  if (at === null) return { words: tidy(own(lines)), isForward };
  const forwarded = forwardedLines(lines.slice(at));
  return { words: tidy([...own(lines.slice(0, at)), '', ...forwarded]), isForward: true };
}

function withoutBanner(text: string): string {
  const [first = ''] = /\S.*/.exec(text.slice(0, 2_000)) ?? [];
  return BANNER.test(first) ? text.slice(text.indexOf(first) + first.length) : text;
}

function joinedFields(line: string): string[] | null {
  if (line.length > 2 * LINE_MAX) return null;
  const [, mark = '', fields = ''] = JOINED_FIELDS.exec(line) ?? [];
  return FROM.test(fields) ? [mark, ...fields.split(NEXT_FIELD)] : null;
}

function findForward(lines: string[], isForward: boolean): number | null {
  for (const [n, line] of lines.entries()) {
    if (line.length > LINE_MAX) continue;
    const isHeader = isHeaderBlock(lines, n);
    const isMarked =
      FORWARDED.test(line) && lines.slice(n + 1, n + 6).some((next) => FROM.test(next.slice(0, LINE_MAX)));
    const isOriginal = /original|ursprüngliche|oorspronkelijk|исходное|d'origine|originale/i.test(line);
    if (isMarked && (isForward || !isOriginal)) return n;
    if (isForward && (isHeader || attributionAt(lines, n, true) !== 0)) return n;
    if (isHeader || isMarked) return null; // the quote of an answer
  }
  return null;
}

/** From, a date and another field in lines that follow each other, as programs write them above a quote. */
function isHeaderBlock(lines: string[], from: number): boolean {
  const [first = '', ...next] = lines.slice(from, from + 6).map((line) => line.slice(0, LINE_MAX));
  const second = FROM.test(first) ? DATED : DATED.test(first) ? FROM : null;
  return (
    second !== null && next.some((line) => second.test(line)) && next.some((line) => OTHER_FIELD.test(line))
  );
}

/** Who wrote it and when, and the words; further fields go. */
function forwardedLines(lines: string[]): string[] {
  const wrote = attributionAt(lines, 0, true);
  if (wrote !== 0) {
    const count = wrote === 'rest' ? 1 : wrote;
    const quote = unquoted(lines.slice(count)).map((line) => line.replace(/^ {1,4}/, ''));
    return [...lines.slice(0, count), '', ...withoutDisclaimers(quote)];
  }
  const end = lines.findIndex((line) => /^-{3,} ?end (?:of )?forwarded message/i.test(line));
  const plain = unquoted(end < 0 ? lines : lines.slice(0, end));
  const head: string[] = [];
  let n = 0;
  for (; n < plain.length; n++) {
    const line = plain[n]!.slice(0, LINE_MAX);
    if (FROM.test(line) || DATED.test(line)) head.push(line.replace(/[\s*]+/g, ' ').trim());
    else if (head.length > 0 && line && !OTHER_FIELD.test(line) && !isFolded(plain, n)) break;
  }
  return [...head, '', ...withoutDisclaimers(unquoted(plain.slice(n)))];
}

function unquoted(lines: string[]): string[] {
  const isQuoted = lines.filter((line) => line.startsWith('>')).length > lines.filter(Boolean).length / 2;
  return isQuoted ? lines.map((line) => line.replace(/^> ?/, '')) : lines;
}

/** The rest of a long field, such as many recipients, stands before the next field. */
const isFolded = (lines: string[], n: number) =>
  lines[n - 1] !== '' &&
  /^(?:[<"\s]|\S+@)/.test(lines[n]!) &&
  OTHER_FIELD.test((lines[n + 1] ?? '').slice(0, LINE_MAX));

function own(lines: string[]): string[] {
  const kept: string[] = [];
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    const short = line.slice(0, LINE_MAX);
    if (/^--\s?$/.test(line) || (/^—\s?$/.test(line) && kept.length > 0)) {
      // a signature ends the words, unless an answer stands below a quote
      if (!lines.slice(n).some((later) => later.startsWith('>'))) break;
      n = lines.findIndex((later, at) => at > n && later.startsWith('>')) - 1;
      continue;
    }
    if (isHeaderBlock(lines, n)) break;
    if (FORWARDED.test(short)) break;
    if (/^_{20,}$/.test(line) && FROM.test((lines.slice(n + 1).find(Boolean) ?? '').slice(0, LINE_MAX)))
      break;
    const attribution = attributionAt(lines, n);
    if (attribution === 'rest') break;
    if (attribution > 0) {
      n += attribution - 1;
      continue;
    }
    if (line.startsWith('>') || DEVICE.test(short)) continue;
    kept.push(line);
  }
  return withoutDisclaimers(kept);
}

/** Number of lines of `On Tuesday, Bob wrote:` above a quote; `rest` if all below is the quote, without its marks. */
function attributionAt(lines: string[], n: number, isForward = false): number | 'rest' {
  const most = /\d/.test(lines[n]!.slice(0, LINE_MAX)) ? 3 : 1;
  for (let count = 1; count <= most; count++) {
    const joined = lines
      .slice(n, n + count)
      .join(' ')
      .slice(0, LINE_MAX);
    const next = lines.slice(n + count).find(Boolean);
    const isQuote = next === undefined || next.startsWith('>') || (isForward && /^ {4}\S/.test(next));
    if (!isQuote && (!/\d.*@/.test(joined) || lines.slice(n).some((line) => line.startsWith('>')))) continue;
    if (WROTE_BEGINS.test(joined) && WROTE.test(joined)) return isQuote ? count : 'rest';
    if (isQuote && count === 1 && DATED_ADDRESS.test(joined)) return 1;
  }
  return 0;
}

/** Of the last paragraphs. */
function withoutDisclaimers(lines: string[]): string[] {
  const paragraphs = lines.join('\n').split(/\n\s*\n/);
  const last = paragraphs.findLastIndex((paragraph) => paragraph.trim() && !isAdded(paragraph));
  return paragraphs
    .slice(0, last + 1)
    .join('\n\n')
    .split('\n')
    .filter((line) => !DEVICE.test(line.slice(0, LINE_MAX)));
}

const isAdded = (paragraph: string) => {
  const words = paragraph.replace(/\s+/g, ' ').slice(0, 2_000);
  const lines = paragraph.split('\n', 20).map((line) => line.slice(0, LINE_MAX));
  return DISCLAIMER.test(words) || lines.every((line) => DEVICE.test(line) || /^[\s_=*-]*$/.test(line));
};

const tidy = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/^ (?! )/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
