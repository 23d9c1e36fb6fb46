import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { ignoreDiskErrors } from '../app/disk-errors';
import type { FirstSteps } from '../contract/first-steps';
import { bumpUser } from './versions';

/** Maximum number of a person's newest messages that are searched for one that came by text. */
const NEWEST_CHECKED = 1000;

/**
 * A step that was done stays done, even if its message is deleted, because this function stores the step when
 * it first finds that it was done.
 */
export function readFirstSteps(app: App, user: User): FirstSteps {
  const { find, findFacts } = statements(app.db);
  const stored = find.get({ user: user.id }) ?? NOTHING;
  if (stored.dismissed || (stored.texted && stored.photo && stored.shared)) return toFirstSteps(stored);
  const facts = findFacts.get({ user: user.id, newest: NEWEST_CHECKED })!;
  const texted = stored.texted || facts.texted;
  const photo = stored.photo || facts.photo;
  const shared = stored.shared || facts.shared;
  if (texted + photo + shared > stored.texted + stored.photo + stored.shared)
    // the user's version is not raised here, because the change that completed the step has raised it
    ignoreDiskErrors(() => store(app, user, { texted, photo, shared }));
  return toFirstSteps({ ...stored, texted, photo, shared });
}

export function markFound(app: App, user: User): void {
  if (statements(app.db).find.get({ user: user.id })?.found) return;
  ignoreDiskErrors(() => {
    store(app, user, { found: 1 });
    bumpUser(app, user.id);
  });
}

export function dismissFirstSteps(app: App, user: User): FirstSteps {
  store(app, user, { dismissed: 1 });
  bumpUser(app, user.id);
  return readFirstSteps(app, user);
}

const store = (app: App, user: User, steps: Partial<Row>) =>
  transaction(app.db, () =>
    statements(app.db).store.run({ ...NOTHING, ...steps, user: user.id, now: app.now() }),
  );

type Row = { texted: number; photo: number; shared: number; found: number; dismissed: number };

const NOTHING: Row = { texted: 0, photo: 0, shared: 0, found: 0, dismissed: 0 };

const toFirstSteps = (row: Row): FirstSteps => ({
  texted: row.texted === 1,
  photo: row.photo === 1,
  shared: row.shared === 1,
  found: row.found === 1,
  dismissed: row.dismissed === 1,
});

const statements = prepared(({ $client }) => ({
  find: $client.prepare<Row, { user: number }>(`
    select texted_at is not null as texted, photo_at is not null as photo, shared_at is not null as shared,
           found_at is not null as found, dismissed_at is not null as dismissed
      from first_steps where user_id = $user`),
  findFacts: $client.prepare<Pick<Row, 'texted' | 'photo' | 'shared'>, { user: number; newest: number }>(`
    select exists (select 1 from (select source from messages where sender_id = +$user
                                   order by created_at desc limit +$newest) where source = 'sms') as texted,
           exists (select 1 from media f cross join messages m on m.id = f.message_id and m.source = 'sms'
                    where f.user_id = +$user and f.type like 'image/%') as photo,
           exists (select 1 from memberships mine cross join memberships other
                       on other.board_id = mine.board_id and other.user_id <> mine.user_id
                    where mine.user_id = +$user) as shared`),
  store: $client.prepare<unknown, Row & { user: number; now: number }>(`
    insert into first_steps (user_id, texted_at, photo_at, shared_at, found_at, dismissed_at)
    values ($user, iif($texted, $now, null), iif($photo, $now, null), iif($shared, $now, null),
            iif($found, $now, null), iif($dismissed, $now, null))
    on conflict (user_id) do update set
      texted_at = coalesce(texted_at, excluded.texted_at), photo_at = coalesce(photo_at, excluded.photo_at),
      shared_at = coalesce(shared_at, excluded.shared_at), found_at = coalesce(found_at, excluded.found_at),
      dismissed_at = coalesce(dismissed_at, excluded.dismissed_at)`),
}));
