import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { justNotifiedOf } from '../../notices/notifications';
import { findReminder } from '../../notices/reminders/reminders';
import { readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import { lastNote, listActs } from '../acts';
import type { Command } from './command';
import { alike, BEGINS_CORRECTION, corrected, ONE, PARTS, partOf, STAR, wordsIn } from './corrected-text';
import { isSlipOf, withoutOpening, withoutPoliteness, withoutTypos } from './plain-words';
import { HOUR } from './retime';
import { targetOf } from './target';

const JUST_SENT_MS = 2 * 60_000;
const LATELY_MS = 10 * 60_000;

const LAST =
  '(?:that|this|it|(?:(?:the|my|that) )?last (?:one|note|text|txt|message|msg|post)|my (?:note|text|message))';
const form = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'is');
const SCRATCH = form(
  `(?:i )?(?:did ?n.?t|did not|never) mean to (?:send|text|post|write) (?:${LAST}|you that)|(?:i )?(?:no+,? i )?(?:sent|texted|posted|wrote) (?:that|this|it)(?: (?:to|on|in) .{2,30})? (?:by (?:mistake|accident)|accidentally|to the wrong (?:person|number|chat))(?:,? (?:so |please |can you )*(?:(?:get rid of|delete|remove|erase|take back|ignore) (?:it|that)(?: back)?))?|that was (?:a mistake|an accident|not (?:meant )?for (?:you|this))(?:,? (?:please )?(?:delete|remove|ignore) (?:it|that))?|wrong (?:person|chat|window)(?: sorry)?|disregard|(?:unsend|retract)(?: (?:that|this|it))?|cancel (?:(?:the|my|that|this) )?(?:last )?(?:note|text|message)|(?:delete|remove|erase|trash) (?:that|the|my) last (?:one|note|text|message|entry|thing)\\b.{1,60}|(?:scratch|forget|disregard|ignore|strike|erase|delete|remove|never ?mind)(?: about)? (?:${LAST}|all that|(?:the )?previous(?: \\w+)?|(?:what |that )?i (?:just )?(?:said|texted|sent|wrote)(?: that)?|what i (?:just )?(?:said|texted|sent|wrote))`,
);
const REMINDER =
  '(?:(?:that|the|this|my|last|it)(?: last)? (?:reminders?|alarm)(?: (?:i (?:just )?(?:set|made)|you (?:just )?set|anymore|any more|now))*|reminder)';
const NO_REMINDER = form(
  `(?:cancel|delete|remove|stop|scratch|forget|drop|undo|end|kill|turn off|never ?mind|i? ?(?:do not|don'?t) (?:need|want))(?: about)? ${REMINDER}|i? ?(?:do not|don'?t) need (?:it|that|this)(?: any ?more| now)?`,
);
const AT =
  "(?:at|to|for|on|until|till|is|(?:should|supposed to|must) be|(?:change|move|push|set|make|shift|reschedule|put)(?: back)? (?:it|that|this|(?:the|that|my) (?:reminder|alarm|time))(?: back)?(?: to| for)?|(?:it|that)(?:'s| is)|remind me(?: (?:about|of|to do) (?:that|this|it))?|no+|nope|sorry|oops|actually|wait|i (?:meant?|said|wanted)(?: to say)?|meant|rather|better|instead|correction|not (?:at |on )?[\\w:]{1,10}(?:,? but)?)";
const AGAIN = form(`(?:${AT}[,:]? )+(?<when>.{1,40}?)(?:,? (?:instead|rather|please|not .{1,20}))?`);
const BACK = form(
  '(?:no+,? |wait,? |oops,? )*(?:(?:bring|get|give|put)(?: me)? (?:it|that|this|them|the note|my note)(?: one)? back|(?:restore|undelete)(?: it| that| this)?|(?:i )?(?:(?:do |still |did )?(?:want|need|wanted|needed) )?(?:to keep (?:it|that)|(?:it|that|this)(?: one)? back)|(?:do not|don.?t) delete (?:it|that))',
);
const EDIT = form(`edit(?: ${LAST}(?=:)| (?:the |my )?last(?: one)?(?=:))?:? (?<words>.+)`);
const WHOLE = form(
  `(?:(?:change|set|update|correct|fix|replace|rewrite|edit|amend) ${LAST} (?:to|with|into|by)(?: say| read)?|(?<make>make) (?:it|that))[:,]? (?<words>.+)`,
);
const UNPREFIXED = form(
  '(?<when>.{2,30}?),? (?:instead|rather|not (?:today|tomorrow|tonight|\\w+day|at \\d+|\\d\\S*))',
);
const MORE = form(
  '(?:also )?(?:add|append) (?<more>[^#]{1,80}?) to (?:that|it|this|(?:the|my|that) (?:last )?(?:note|one|text|message))',
);
const ENDS_CORRECTION = form('.{1,20},? (?:i meant?|sorry)');
const ANY = [
  ENDS_CORRECTION,
  BEGINS_CORRECTION,
  MORE,
  SCRATCH,
  NO_REMINDER,
  AGAIN,
  UNPREFIXED,
  BACK,
  EDIT,
  WHOLE,
  ...PARTS,
  ONE,
  STAR,
];

export const mayCorrect = (body: string): boolean =>
  body.length <= 500 &&
  [body.trim().replace(/[.!]+$/, ''), withoutOpening(body.trim()), plainOf(body)].some((text) =>
    ANY.some((one) => one.test(text)),
  );

const plainOf = (body: string) =>
  withoutTypos(withoutPoliteness(body.trim())).replace(
    /\p{L}{5,}/gu,
    (word) => WORDS.find((one) => isSlipOf(word.toLowerCase(), one)) ?? word,
  );
const WORDS = ['cancel', 'reminder', 'ignore'];

/** What corrects the last text only if the two fit together. */
export function recogniseCorrection(app: App, user: User, body: string, at: number): Command | null {
  const plain = plainOf(body);
  const [act] = listActs(app, user, at);
  if (BACK.test(plain)) return act?.kind === 'delete' ? { kind: 'undo' } : null;
  const message = targetOf(app, user, at);
  if (SCRATCH.test(plain)) {
    const isAnswer = justNotifiedOf(app, user, { at, within: LATELY_MS }) !== null;
    if (!act || act.sentAt < at - JUST_SENT_MS || isAnswer) return null;
    if (act.kind !== 'note') return { kind: 'undo' };
    return typeof message === 'object' && message.id === act.messageId ? { kind: 'delete' } : null;
  }
  const isLately = (lastNote(app, user, at)?.sentAt ?? 0) >= at - LATELY_MS;
  if (typeof message === 'string') return null;
  const isReminded = findReminder(app, user, message.id)?.doneAt === null;
  if (NO_REMINDER.test(plain)) return isReminded && isLately ? { kind: 'delete', ofReminder: true } : null;
  const when = (
    AGAIN.exec(plain) ??
    AGAIN.exec(body.trim().replace(/[.!]+$/, '')) ??
    UNPREFIXED.exec(plain) ??
    UNPREFIXED.exec(body.trim())
  )?.groups?.when;
  if (when && isLately && (isReminded || isJustSent(app, user, at)) && isTime(app, user, timeOf(when), at)) {
    const isAsked = /^(?:.* )?remind me /i.test(plain);
    if (isReminded || isAsked)
      return { kind: 'edit', words: isAsked ? `remind me ${timeOf(when)}` : timeOf(when) };
  }
  const text = withoutOpening(body.trim());
  const words = (EDIT.exec(text)?.groups ?? WHOLE.exec(text)?.groups)?.words;
  const part = words && WHOLE.test(text) ? partOf(message.content, words) : null;
  if (part && isLately) return { kind: 'edit', words: part, keepsBoards: true };
  if (words && isNewText(app, user, { text, words, content: message.content, messageId: message.id }, at))
    return { kind: 'edit', words };
  if (!isLately) return null;
  const more = MORE.exec(text.replace(/[.!]+$/, ''))?.groups?.more;
  if (more)
    return { kind: 'edit', words: `${message.content.replace(/[\s,.;]+$/, '')}, ${more}`, keepsBoards: true };
  const isAnswer = () => justNotifiedOf(app, user, { at, within: LATELY_MS }) !== null;
  const content =
    corrected(message.content, text) ?? (isAnswer() ? null : alike(message.content, body.trim()));
  return content === null ? null : { kind: 'edit', words: content, keepsBoards: true };
}

type Edited = { text: string; words: string; content: string; messageId: number };

function isNewText(app: App, user: User, { text, words, content, messageId }: Edited, at: number): boolean {
  const [before, after] = [wordsIn(content), wordsIn(words)];
  const common = after.filter((word) => before.includes(word)).length;
  if (EDIT.test(text) && !WHOLE.test(text)) return 2 * common > Math.max(before.length, after.length);
  const isReminded = () => findReminder(app, user, messageId)?.doneAt === null;
  return (
    common > 0 ||
    (after.length > 2 && !WHOLE.exec(text)?.groups?.make) ||
    (isReminded() && isTime(app, user, words, at))
  );
}

const isJustSent = (app: App, user: User, at: number) =>
  (lastNote(app, user, at)?.sentAt ?? 0) >= at - JUST_SENT_MS;

const isTime = (app: App, user: User, words: string, at: number) =>
  readTime(timeOf(words), at, zoneOf(app, user)) !== null;

const timeOf = (words: string) => (HOUR.test(words) ? `at ${words.replace(/^at /i, '')}` : words);
