import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { tryChargeRateLimits } from '../../app/rate-limits';
import { findBoard } from '../../boards/boards';
import { isList } from '../../boards/marks';
import { findPersonByNumber } from '../../boards/people';
import { listMembers } from '../../boards/sharing';
import { countOf } from '../../contract/counts';
import { fitAnswer } from '../../contract/fitting';
import { displayName, nameInText, nameOrNull } from '../../contract/people';
import { create } from '../../messages/messages';
import { lastTextTo } from '../../notices/notifications';
import { findGivenName, giveName } from '../../people/given-names';
import { findUser, setName } from '../../people/users';
import { recordAct } from '../acts';
import { isNameQuestion } from '../replies';
import { obeyAsk } from './ask';
import type { Command } from './command';
import { sharedBoard } from './digests';
import { type Handler, NOTE, SETTING_CHANGED_TEXT, type Undo } from './handler';

const ANSWERED_WITHIN_MS = 10 * 60_000;

export const obeyWho: Handler<'who'> = (app, sender, { tag, isGuess }, text) => {
  const board = sharedBoard(app, sender, tag);
  const own = isGuess ? findBoard(app, sender, tag) : null;
  if (own && isList(app, own)) return obeyAsk(app, sender, { kind: 'ask', query: `#${tag}` }, text);
  if (typeof board === 'string' && isGuess) return NOTE;
  if (typeof board === 'string') return board;
  if (!tryChargeRateLimits(app, { 'question from a number': sender.phone })) return null;
  const members = listMembers(app, sender, tag);
  const names = members.map(({ userId, user, role }) => {
    const name = userId === sender.id ? 'you' : displayName(user).replaceAll('•', '*');
    return role === 'owner' ? `${name} (owner)` : name;
  });
  const build = (named: number) =>
    [
      `On #${tag}: ${names.slice(0, named).join(', ')}`,
      ...(named < names.length ? [countOf(names.length - named, 'other')] : []),
    ].join(' and ');
  return fitAnswer(1, names.length, build) ?? `${countOf(names.length, 'person', 'people')} on #${tag}`;
};

type Names = Pick<User, 'firstName' | 'lastName'>;

export const obeyName: Handler<'name'> = (app, sender, { words, person: typed, isBare }, { at, body }) => {
  if (typed !== null) return nameOther(app, sender, typed, words, at);
  const [firstName = '', ...others] = words.split(' ');
  const { firstName: first, lastName: last } = sender;
  const names = { firstName, lastName: others.join(' ') || null };
  const data = { before: { firstName: first, lastName: last }, after: names, note: isBare ? body : null };
  setName(app, sender, names);
  recordAct(app, sender, { kind: 'name', data, at });
  return `Others see you as ${words} now. UNDO takes it back.`;
};

export const undoName: Undo = (app, user, { data }) => {
  const { before, after, note } = data as { before: Names; after: Names; note: string | null };
  if (user.firstName !== after.firstName || user.lastName !== after.lastName) return SETTING_CHANGED_TEXT;
  setName(app, user, before);
  if (note !== null) create(app, user, { content: note, source: 'sms' });
  const kept = note === null ? '' : ' What you texted is kept as a note.';
  return `Taken back: others see you as ${nameInText({ ...before, phone: user.phone })}.${kept}`;
};

function nameOther(app: App, sender: User, typed: string, name: string, at: number): string {
  const person = findPersonByNumber(app, sender, typed);
  if (!person) return `No single person with ${typed} is on a board with you. WHO #board lists its people.`;
  const data = { personId: person.id, before: findGivenName(app, sender, person.id), after: name };
  giveName(app, sender, person.id, name);
  recordAct(app, sender, { kind: 'named', data, at });
  return `You see them as ${name} now; nobody else does. UNDO takes it back.`;
}

export const undoNamed: Undo = (app, user, { data }) => {
  const { personId, before, after } = data as { personId: number; before: string | null; after: string };
  const person = findUser(app, personId);
  if (!person || findGivenName(app, user, personId) !== after) return SETTING_CHANGED_TEXT;
  giveName(app, user, personId, before);
  const name = before ?? nameInText(person);
  return `Taken back: you see them as ${name}.`;
};

const BARE_NAME =
  /^(?:(?:i am|i'm|im|it's|its|it is|this is|call me) )?(?<words>\p{L}[\p{L}\p{M}'.-]*(?: \p{L}[\p{L}\p{M}'.-]*){0,2})$/iu;

/** A name alone, right after we have asked for one. */
export function recogniseAsName(body: string): Command<'name'> | null {
  const text = body
    .trim()
    .replace(/[’‘]/g, "'")
    .replace(/[.!]+$/, '');
  const words = text.length <= 60 ? BARE_NAME.exec(text)?.groups?.words : undefined;
  return words && !/^(?:no|nope|yes|ok|okay|thanks|thank you|why|who|what)\b/i.test(words)
    ? { kind: 'name', words, person: null, isBare: true }
    : null;
}

export const isAskedForName = (app: App, user: User, at: number): boolean =>
  user.nameAsked &&
  nameOrNull(user) === null &&
  isNameQuestion(lastTextTo(app, user, { at, within: ANSWERED_WITHIN_MS }));
