import { type Db, prepared } from './open';

/**
 * Tells whose version or sessions have been changed, by whomever, so that what was read of them may be kept in
 * memory and is never wrong. What this process writes is noted by triggers; what another has written shows in
 * SQLite's count of those commits.
 */
const watch = prepared((db) => {
  const sqlite = db.$client;
  sqlite.run(`
    create temp table changed (user_id integer primary key);
    create temp trigger version_changed after update of version on main.users begin
      insert or ignore into changed values (new.id);
    end;
    create temp trigger session_changed after update on main.sessions begin
      insert or ignore into changed values (new.user_id);
    end;
    create temp trigger session_ended after delete on main.sessions begin
      insert or ignore into changed values (old.user_id);
    end;`);
  const commitsOfOthers = sqlite.prepare<{ data_version: number }, []>('pragma data_version');
  return {
    writes: sqlite.prepare<{ n: number }, []>('select total_changes() as n'),
    changed: sqlite.prepare<{ id: number }, []>('select user_id as id from changed'),
    forget: sqlite.prepare('delete from changed'),
    commitsOfOthers,
    seen: { writes: -1, commitsOfOthers: commitsOfOthers.get()?.data_version, thisTurn: false },
  };
});

/** The users who have changed since this was last asked; null when that may be anybody. Costs little while nothing is written. */
export function changedUsers(db: Db): number[] | null {
  const { writes, changed, forget, commitsOfOthers, seen } = watch(db);
  if (!seen.thisTurn) {
    // it takes a lock on the file, so once for all that has come in by this turn of the event loop
    seen.thisTurn = true;
    setImmediate(() => {
      seen.thisTurn = false;
    });
    const others = commitsOfOthers.get()?.data_version;
    if (others !== seen.commitsOfOthers) {
      seen.commitsOfOthers = others;
      return null;
    }
  }
  if (writes.get()?.n === seen.writes) return [];
  const ids = changed.all().map(({ id }) => id);
  if (ids.length > 0) forget.run();
  seen.writes = writes.get()?.n ?? -1;
  return ids;
}
