import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import { fitsAnswer } from '../../contract/fitting';
import { causedAt } from '../../outbox/held-texts';
import { roomForReminders } from '../../outbox/limits';
import { enqueue } from '../../outbox/outbox';
import { excerptOf } from '../../outbox/texts';
import { zoneOf } from '../../people/time-zone';
import { toInstant, toWallTime } from '../reminders/schedule';
import { nextEveningAt } from './evening';

/** So that no request waits long for one transaction. */
const BATCH = 10;
/** At night nobody wants to be asked any more. */
const LATE_MS = 3 * 3_600_000;
/** A time further ahead was set by a wrong clock. */
const AHEAD_MS = 2 * 24 * 3_600_000;
const QUOTED_MAX = 160;

export const QUESTION = 'What do you want to remember of today?';

/** One transaction writes the text and the next time, and its key has the day: nobody is asked twice. */
export async function sendEveningQuestions(app: App): Promise<void> {
  for (let room = roomForReminders(app); room > 0; room -= BATCH) {
    const now = app.now();
    const limit = Math.min(room, BATCH);
    const due = transaction(app.db, () => {
      const due = statements(app.db).listDue.all({ now, tooLate: now + AHEAD_MS, limit });
      for (const question of due) ask(app, question, now);
      return due.length;
    });
    if (due < limit) return;
    await Bun.sleep(1); // lets requests run
  }
}

function ask(app: App, { userId, nextAt: at, minute, boardId, ...person }: Due, now: number): void {
  const zone = zoneOf(app, person);
  statements(app.db).setNext.run({ user: userId, nextAt: nextEveningAt(minute, zone, now) });
  if (at === 0 || at > now || at < now - LATE_MS) return;
  const day = toWallTime(at, zone).slice(0, 10);
  const memory = findMemory(app, { userId, boardId, day, zone });
  const withMemory = memory ? `${QUESTION}\nA year ago: ${memory}` : QUESTION;
  const body = fitsAnswer(withMemory) ? withMemory : QUESTION;
  const text = { to: person.phone, kind: 'reminder', dedupeKey: `evening ${userId} ${day}`, body } as const;
  causedAt(app, at, () => enqueue(app, text));
}

/** What the person wrote on this day a year ago, on the board of the answers if there is something. */
function findMemory(
  app: App,
  { userId, boardId, day, zone }: { userId: number; boardId: number | null; day: string; zone: string },
): string | null {
  const date = Temporal.PlainDate.from(day).subtract({ years: 1 });
  const [from, to] = [date, date.add({ days: 1 })].map((one) => toInstant(`${one}T00:00`, zone));
  const found = statements(app.db).findMemory.get({ user: userId, board: boardId, from: from!, to: to! });
  return found && excerptOf(found, QUOTED_MAX);
}

type Due = {
  userId: number;
  nextAt: number;
  minute: number;
  boardId: number | null;
  phone: string;
  timeZone: string | null;
};

const statements = prepared(({ $client }) => ({
  listDue: $client.prepare<Due, { now: number; tooLate: number; limit: number }>(`
    select e.user_id as userId, e.next_at as nextAt, e.minute, e.board_id as boardId, u.phone,
           u.time_zone as timeZone
      from (select * from evening_questions where next_at <= +$now
            union all select * from evening_questions where next_at > +$tooLate) e
           cross join users u on u.id = e.user_id limit +$limit`),
  setNext: $client.prepare<unknown, { user: number; nextAt: number }>(`
    update evening_questions set next_at = $nextAt where user_id = $user`),
  findMemory: $client.prepare<
    { content: string; files: number },
    { user: number; board: number | null; from: number; to: number }
  >(`
    select m.content, (select count(*) from media f where f.message_id = m.id) as files from messages m
     where m.sender_id = $user and m.created_at >= $from and m.created_at < $to
     order by exists (select 1 from placements p where p.message_id = m.id and p.board_id = $board) desc,
              length(m.content) desc
     limit 1`),
}));
