import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { withoutHashtags } from '../../contract/hashtags';
import { justNotifiedOf } from '../../notices/notifications';
import { findReminder } from '../../notices/reminders/reminders';
import { readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import { lastNote, listActs } from '../acts';
import type { Command } from './command';
import { isSlipOf, withoutOpening, withoutPoliteness } from './plain-words';
import { targetOf } from './target';

const JUST_SENT_MS = 2 * 60_000;
const LATELY_MS = 10 * 60_000;

const LAST =
  '(?:that|this|it|(?:(?:the|my|that) )?last (?:one|note|text|message|msg|post)|my (?:note|text|message))';
const form = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'is');
const SCRATCH = form(`(?:scratch|forget|disregard|ignore|strike|never ?mind)(?: about)? ${LAST}`);
const BACK = form(
  '(?:no+,? )*(?:(?:bring|get|give|put)(?: me)? (?:it|that|this|them|the note|my note)(?: one)? back|(?:restore|undelete)(?: it| that| this)?|(?:i? ?want )?(?:it|that) back)',
);
const EDIT = form('edit:? (?<words>.+)');
const WHOLE = form(
  `(?:(?:change|set|update|correct|fix|replace|rewrite|edit) ${LAST} (?:to|with|into|by)(?: say| read)?|(?<make>make) (?:it|that))[:,]? (?<words>.+)`,
);
const PARTS = [
  form(
    "(?<said>(?:i (?:meant?|wanted)|meant|correction|no|it's|it is|(?:that |it )?should (?:be|say|read))[,:]? )?(?<right>[^#]{1,60}?),? (?:and )?not (?<wrong>.{1,60})",
  ),
  form("not (?<wrong>.{1,60}?),? (?:but|i meant|it's) (?<right>[^#]{1,60})"),
  form('(?:change|replace|swap|correct) (?<wrong>.{1,60}?) (?:to|with|for|by) (?<right>[^#]{1,60})'),
];
const STAR = form('\\*(?<right>[^\\s*#]{2,30})|(?<first>[^\\s*#]{2,30})\\*');
const ANY = [SCRATCH, BACK, EDIT, WHOLE, ...PARTS, STAR];

export const mayCorrect = (body: string): boolean =>
  body.length <= 500 &&
  [withoutOpening(body.trim()), withoutPoliteness(body.trim())].some((text) =>
    ANY.some((one) => one.test(text)),
  );

/** What corrects the last text only if the two fit together. */
export function recogniseCorrection(app: App, user: User, body: string, at: number): Command | null {
  const plain = withoutPoliteness(body.trim());
  const [act] = listActs(app, user, at);
  if (BACK.test(plain)) return act?.kind === 'delete' ? { kind: 'undo' } : null;
  const message = targetOf(app, user, at);
  if (SCRATCH.test(plain)) {
    const isAnswer = justNotifiedOf(app, user, { at, within: LATELY_MS }) !== null;
    if (!act || act.sentAt < at - JUST_SENT_MS || isAnswer) return null;
    if (act.kind !== 'note') return { kind: 'undo' };
    return typeof message === 'object' && message.id === act.messageId ? { kind: 'delete' } : null;
  }
  if (typeof message === 'string') return null;
  const text = withoutOpening(body.trim());
  const words = (EDIT.exec(text)?.groups ?? WHOLE.exec(text)?.groups)?.words;
  if (words && isNewText(app, user, { text, words, content: message.content, messageId: message.id }, at))
    return { kind: 'edit', words };
  if ((lastNote(app, user, at)?.sentAt ?? 0) < at - LATELY_MS) return null;
  const content = corrected(message.content, text);
  return content === null ? null : { kind: 'edit', words: content, keepsBoards: true };
}

type Edited = { text: string; words: string; content: string; messageId: number };

function isNewText(app: App, user: User, { text, words, content, messageId }: Edited, at: number): boolean {
  const [before, after] = [wordsIn(content), wordsIn(words)];
  const common = after.filter((word) => before.includes(word)).length;
  if (EDIT.test(text) && !WHOLE.test(text)) return 2 * common > Math.max(before.length, after.length);
  const isTime = () =>
    findReminder(app, user, messageId)?.doneAt === null && readTime(words, at, zoneOf(app, user)) !== null;
  return common > 0 || (after.length > 2 && !WHOLE.exec(text)?.groups?.make) || isTime();
}

const wordsIn = (text: string): string[] =>
  withoutHashtags(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}'’]+/gu) ?? [];

/** Null unless just one place in the text is meant. */
function corrected(content: string, text: string): string | null {
  const { right = '', first } = STAR.exec(text)?.groups ?? {};
  const star = right || first;
  const slips = star
    ? [...new Set(content.match(/[\p{L}\p{N}'’]+/gu))].filter((word) =>
        isSlipOf(word.toLowerCase(), star.toLowerCase()),
      )
    : [];
  if (star) return slips.length === 1 ? replaced(content, slips[0]!, star) : null;
  for (const part of PARTS) {
    const { wrong = '', right = '', said } = part.exec(text)?.groups ?? {};
    // `apples, not pears` corrects pears; `buy apples, not pears` is a note
    const isBare = part === PARTS[0] && said === undefined;
    if (isBare && right.split(/\s+/).length !== wrong.split(/\s+/).length) continue;
    const end = /["”.!?\s]+$/;
    const changed = right && replaced(content, wrong.replace(end, ''), right.replace(end, ''));
    if (changed) return changed;
  }
  return null;
}

function replaced(content: string, wrong: string, right: string): string | null {
  const escaped = wrong.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const places = [...content.matchAll(new RegExp(`(?<![\\p{L}\\p{N}#])${escaped}(?![\\p{L}\\p{N}])`, 'giu'))];
  const [place] = places;
  if (!place?.[0] || places.length > 1) return null;
  return content.slice(0, place.index) + right + content.slice(place.index + place[0].length);
}
