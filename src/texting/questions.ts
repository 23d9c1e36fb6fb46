import { afterCommit, prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { farFromNow, SMALL_STEP_MS } from '../app/clock';
import { VisibleError } from '../app/errors';
import { countOf } from '../contract/counts';
import { cutAtWord, fitsAnswer } from '../contract/fitting';
import { findMessages } from '../messages/find';
import { create } from '../messages/messages';
import { answeringMail, askedByMail } from '../outbox/answers-by-mail';
import { causedAt } from '../outbox/held-texts';
import { confirmedAddressOf } from '../outbox/mail';
import { enqueue } from '../outbox/outbox';
import { toPlainCharacters } from '../outbox/texts';
import { markFound } from '../people/first-steps';
import { findUser } from '../people/users';
import { searchIds } from '../search/search';
import { recordAct } from './acts';
import { askingOf, queriesOf, rareWordsOf, wordsOf } from './asking';
import { isSlipOf } from './commands/plain-words';
import { firstHits, type Hits, type Listed, nextHits } from './hits';
import { endReading } from './opened';

/** A chore searches, and closes the question in the transaction of its answer: none is answered twice. */

export const ANSWER_WITHIN_MS = 10 * 60_000;
const REFERABLE_MS = 60 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;
/** Gateways' times are in whole seconds, so a text can seem older than the answer that it refers to. */
const GATEWAY_SECOND_MS = 1_000;
/** People open found messages by numbers of at most two digits. */
const FOUND_KEPT = 99;
/** An answer by mail shows so many, with their pictures. */
const MAILED = 10;
const AT_ONCE = 8;
/** One word of a question counts only if so many notes have it. */
const FEW = 2;

/** `shown` is the highest number that an answer has given to one of the found messages. */
/** `items`: those of lists that the answer has numbered, each of the message in `found`. */
export type Question = Listed & { id: number; items: string[] | null };

/** `note`: the text, if it may be a note. It is kept as one if it does not find anything. */
export function askQuestion(app: App, user: User, query: string, at: number, note: string | null): void {
  const byMail = askedByMail(app);
  const row = { user: user.id, query, at, note, byMail: byMail && JSON.stringify(byMail) };
  statements(app.db).insert.run(row);
  afterCommit(app.db, () => app.wakeQuestions());
}

/** The words of a note may ask for others. `line`: told if there are none. In `items` until it is answered. */
type Hinted = { noteId: number; line: string | null; queries: string[]; isAsked?: boolean };

export function askForHint(app: App, user: User, hinted: Hinted): void {
  const byMail = askedByMail(app);
  const query = hinted.queries[0]!;
  const row = { user: user.id, query, at: app.now(), byMail: byMail && JSON.stringify(byMail) };
  statements(app.db).insertHinted.run({ ...row, items: JSON.stringify(hinted) });
  afterCommit(app.db, () => app.wakeQuestions());
}

/** Not the note itself, nor earlier ones that ask the same. */
const withoutQuestions = (app: App, user: User, ids: number[]): number[] =>
  findMessages(app, user, ids.slice(0, FOUND_KEPT)).flatMap(({ id, content }) =>
    askingOf(content, Temporal.Now.plainDateISO()) ? [] : id,
  );

/** The first query that matches counts. A slip of the keyboard is found only if it names what was surely asked. */
async function findFirst(
  app: App,
  user: User,
  {
    queries,
    isSure,
    isAsked,
    noteId,
  }: { queries: string[]; isSure: boolean; isAsked: boolean; noteId?: number },
) {
  for (const query of queries) {
    const all = (await searchIds(app, user, query, 'matches')).filter((id) => id !== noteId);
    const found = isFilter(query) ? all : withoutQuestions(app, user, all);
    if (found.length > 0) return { query, found };
  }
  const query = queries[1] ?? queries[0]!;
  const similar = isSure && !isFilter(query) ? await searchIds(app, user, `${query} `) : [];
  const words = wordsOf(query);
  const found = withoutQuestions(app, user, similar).filter((id) => {
    const others = wordsOf(findMessages(app, user, [id])[0]?.content ?? '');
    return words.every((word) =>
      others.some((other) => other.startsWith(word.slice(0, 5)) || isSlipOf(word, other)),
    );
  });
  if (found.length > 0 || !isAsked) return { query, found };
  for (const word of rareWordsOf(queries[0]!).toReversed()) {
    const few = withoutQuestions(app, user, await searchIds(app, user, word, 'matches')).filter(
      (id) => id !== noteId,
    );
    if (few.length > 0 && few.length <= FEW) return { query: word, found: few };
  }
  return { query, found };
}

const isFilter = (query: string) => /[#:]/.test(query);

export async function answerQuestions(app: App): Promise<void> {
  let last = 0;
  while (!app.stopping) {
    const open = statements(app.db).listOpen.all({ last, limit: AT_ONCE });
    if (open.length === 0) return;
    last = open.at(-1)!.id;
    // the questions of one person are answered in their order, because MORE refers to the last answer
    const people = Map.groupBy(open, ({ userId }) => userId).values();
    await Promise.all(people.map((questions) => answerInOrder(app, questions)));
    if (open.length < AT_ONCE) return; // a question that came meanwhile has woken the chore again
  }
}

async function answerInOrder(app: App, questions: OpenQuestion[]): Promise<void> {
  for (const question of questions)
    try {
      await answer(app, question);
    } catch (error) {
      app.faults.report(error, 'a question by text was not answered; it is tried again');
    }
}

async function answer(app: App, question: OpenQuestion): Promise<void> {
  const { id, userId, query, askedAt, note, byMail } = question;
  const hinted: Hinted | null = question.items && JSON.parse(question.items);
  const user = findUser(app, userId);
  const now = app.now();
  const isLate = askedAt < now - ANSWER_WITHIN_MS || askedAt > now + SMALL_STEP_MS;
  const { queries = isFilter(query) ? [query] : [query, ...queriesOf(wordsOf(query), true)] } = hinted ?? {};
  const search = async (user: User) =>
    hinted || note !== null
      ? findFirst(app, user, {
          queries,
          isSure: hinted?.line !== null,
          isAsked: hinted?.isAsked === true,
          noteId: hinted?.noteId,
        })
      : { query, found: await searchIds(app, user, query) };
  const answered = user && !isLate ? await search(user).catch(sentenceOf) : null;
  // a power cut may undo this transaction: then the question is open again, and its answer has not been sent
  transaction(app.db, () => {
    if (!user || !answered) {
      const { changes } = statements(app.db).close.run({ id });
      if (user && note && changes > 0) keepNote(app, user, note, askedAt);
      return;
    }
    const { query, found: ids } =
      typeof answered === 'string' ? { query: question.query, found: [] } : answered;
    const asked = { about: 'messages' as const, query, found: ids.slice(0, FOUND_KEPT), total: ids.length };
    if (hinted && ids.length === 0) {
      if (statements(app.db).close.run({ id }).changes > 0 && hinted.line !== null)
        enqueue(app, { to: user.phone, kind: 'reply', body: hinted.line, dedupeKey: `question ${id}` });
      return;
    }
    const isNote = note !== null && ids.length === 0;
    const hits =
      typeof answered === 'string' || isNote
        ? { text: typeof answered === 'string' ? answered : notFoundText(question.query), shown: 0 }
        : firstHits(app, user, asked);
    const mail = byMail === null ? null : JSON.parse(byMail);
    const mailed = mail && confirmedAddressOf(app, user.phone) ? ids.slice(0, MAILED) : [];
    const kept = JSON.stringify(asked.found);
    const row = {
      id,
      query,
      found: kept,
      total: ids.length,
      shown: Math.max(hits.shown, mailed.length),
      now: app.now(),
    };
    if (statements(app.db).storeAnswer.run(row).changes === 0) return; // closed meanwhile
    endReading(app, user);
    if (hits.shown > 0) markFound(app, user);
    if (isNote) keepNote(app, user, note, askedAt);
    const asNote = `Kept as a note. ${hits.text}`;
    const told = hinted && fitsAnswer(asNote) ? asNote : hits.text;
    const body = mailed.length > 0 ? `${mailed.length} of ${countOf(ids.length, 'hit')}.` : told;
    const text = { to: user.phone, kind: 'reply' as const, body, found: mailed, dedupeKey: `question ${id}` };
    causedAt(app, askedAt, () => answeringMail(app, mail, () => enqueue(app, text)));
  });
}

/** Lists what was found without a search. */
export function listAtOnce(
  app: App,
  user: User,
  listed: Omit<Listed, 'shown'>,
  at: number,
  { text, shown, items = null }: Hits & Partial<Pick<Question, 'items'>> = firstHits(app, user, listed),
): string {
  const { about, query, total } = listed;
  const found = JSON.stringify(listed.found.slice(0, FOUND_KEPT));
  const row = { user: user.id, about, query, found, total, shown, at, now: app.now() };
  statements(app.db).insertAnswered.run({ ...row, items: items && JSON.stringify(items) });
  endReading(app, user);
  return text;
}

const notFoundText = (query: string) =>
  `Nothing found for ${cutAtWord(toPlainCharacters(query), 60)}, so this is kept as a note. UNDO deletes it.`;

function keepNote(app: App, user: User, content: string, at: number): void {
  const messageId = create(app, user, { content, source: 'sms', at });
  recordAct(app, user, { kind: 'note', messageId, at });
}

function sentenceOf(error: unknown): string {
  if (error instanceof VisibleError) return error.message;
  throw error;
}

export function lastQuestion(app: App, user: User, at: number): Question | null {
  const row = statements(app.db).findLast.get({ user: user.id, at, since: at - REFERABLE_MS });
  return row && { ...row, found: JSON.parse(row.found), items: row.items && JSON.parse(row.items) };
}

export function moreOf(
  app: App,
  user: User,
  question: Question,
  read: (app: App, user: User, question: Question) => Hits = nextHits,
): string {
  const { text, shown } = read(app, user, question);
  statements(app.db).storeShown.run({ id: question.id, shown, now: app.now() });
  return text;
}

export const forgetOldQuestions = (app: App) =>
  statements(app.db).deleteOutside.run(farFromNow(app, KEPT_MS));

type LastQuestion = Omit<Question, 'found' | 'items'> & { found: string; items: string | null };
type OpenQuestion = {
  id: number;
  userId: number;
  query: string;
  askedAt: number;
  note: string | null;
  byMail: string | null;
  items: string | null;
};

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into questions (user_id, query, asked_at, note, by_mail) values ($user, $query, $at, $note, $byMail)`),
  insertHinted: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into questions (user_id, query, asked_at, items, by_mail) values ($user, $query, $at, $items, $byMail)`),
  insertAnswered: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into questions (user_id, about, query, asked_at, closed, answered_at, found, items, total, shown)
    values ($user, $about, $query, $at, 1, $now, $found, $items, $total, $shown)`),
  listOpen: $client.prepare<OpenQuestion, { last: number; limit: number }>(`
    select id, user_id as userId, query, asked_at as askedAt, note, by_mail as byMail, items from questions
     where not closed and id > $last order by id limit +$limit`),
  close: $client.prepare<unknown, { id: number }>(`
    update questions set closed = 1 where id = $id and not closed`),
  storeAnswer: $client.prepare<unknown, Record<string, string | number>>(`
    update questions
       set closed = 1, query = $query, answered_at = $now, items = null, found = $found, total = $total, shown = $shown
     where id = $id and not closed`),
  storeShown: $client.prepare<unknown, { id: number; shown: number; now: number }>(`
    update questions set answered_at = $now, shown = $shown where id = $id`),
  findLast: $client.prepare<LastQuestion, { user: number; at: number; since: number }>(`
    select id, about, query, found, items, total, shown from questions
     where user_id = $user and answered_at > $since and answered_at < $at + ${GATEWAY_SECOND_MS}
     order by answered_at desc, id desc limit 1`),
  deleteOutside: $client.prepare<unknown, { before: number; after: number }>(`
    delete from questions where asked_at < $before or asked_at > $after`),
}));
