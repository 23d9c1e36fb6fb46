import { desc, max } from 'drizzle-orm';
import { outbox, users } from '../../../db/schema';
import type { App } from '../../app/app';
import { bad, type Finding, good, notice } from '../../contract/health';
import { formatDuration } from './words';

const NAME = 'Clock';
/** A smaller difference does no harm, because texts and codes stay valid for some minutes. */
const WRONG_MS = 2 * 60_000;
const SET_IT = 'Set it, for instance with timedatectl set-ntp true.';

export function checkClock(app: App): Finding {
  const now = app.now();
  const value = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const ahead = app.sms.clockAhead();
  if (ahead !== null && Math.abs(ahead) > WRONG_MS)
    return bad(
      NAME,
      `It is ${formatDuration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the clock of ${app.sms.label}. ${SET_IT}`,
      { value },
    );
  const newest = newestRow(app);
  if (newest - now > WRONG_MS) {
    const at = new Date(newest).toISOString();
    return ahead === null
      ? bad(NAME, `It is behind the newest row of the database. ${SET_IT}`, { value, at })
      : notice(NAME, 'It is right, but was ahead when the newest row was written. Nothing to do.', {
          value,
          at,
        });
  }
  return good(
    NAME,
    ahead === null
      ? 'It is not behind the newest row of the database.'
      : `It agrees with that of ${app.sms.label}.`,
    {
      value,
    },
  );
}

/** Messages do not count, because other programs have set the times of imported messages. */
function newestRow({ db }: App): number {
  const text = db
    .select({ at: max(outbox.createdAt) })
    .from(outbox)
    .get();
  const user = db.select({ at: users.createdAt }).from(users).orderBy(desc(users.id)).limit(1).get();
  return Math.max(text?.at ?? 0, user?.at ?? 0);
}
