import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { requireBoard } from '../boards/boards';
import type { Page, PolledPage, PolledPageInput } from '../contract/messages';
import { BOOT } from '../people/versions';
import { findMessages } from './find';
import { allIds, idsOnBoard } from './lists';
import { pinnedIds } from './pins';

/** Fewer messages repeat the `after` of the poll, so that the next poll has the same address and `ETag`. */
const REPEATED_MAX = 10;

/**
 * Returns all messages if more than new ones has changed since `after` (docs/product/calls.md: Polled pages).
 */
export function readPolledPage(
  app: App,
  user: User,
  { tag, after = '', ...page }: PolledPageInput,
): PolledPage {
  // the versions are read first: if another process changes a message after this line, the next answer sends
  // that message again
  const { version, reloadVersion } = statements(app.db).readVersions.get({ user: user.id })!;
  const ids = tag === undefined ? allIds(app, user, page) : idsFromBoard(app, user, tag, page);
  const known = parseAfter(after, user);
  if (known === null || known.version < reloadVersion) {
    const messages = findMessages(app, user, ids);
    const visible = messages.map(({ id }) => id);
    return { after: afterOf(user, version, visible), ids: visible, messages };
  }
  const changed = new Set(findAnswered(app, ids, known.newest));
  const newIds = ids.filter((id) => id > known.newest || changed.has(id));
  const messages = findMessages(app, user, newIds);
  const isLong = messages.length > REPEATED_MAX;
  return { after: isLong ? afterOf(user, version, ids) : after, ids, messages };
}

/** A pinned message is on the first page, whatever its age, and once more in its place if that is another page. */
function idsFromBoard(app: App, user: User, tag: string, page: Page): number[] {
  const board = requireBoard(app, user, tag);
  const ids = idsOnBoard(app, user, board, page);
  const isFirst = page.before === undefined && page.only === undefined;
  return isFirst ? [...new Set([...pinnedIds(app, board), ...ids])] : ids;
}

/** Ends with the highest id: every message that is stored later gets a higher one. */
const afterOf = ({ id }: User, version: number, ids: number[]) =>
  `${BOOT}.${id}.${version}.${ids.reduce((newest, other) => Math.max(newest, other), 0)}`;

function parseAfter(after: string, { id }: User): { version: number; newest: number } | null {
  const [, boot, user, version, newest] = /^(\w+)\.(\d+)\.(\d+)\.(\d+)$/.exec(after) ?? [];
  if (boot !== BOOT || user !== String(id)) return null;
  return { version: Number(version), newest: Number(newest) };
}

const findAnswered = (app: App, ids: number[], newest: number): number[] =>
  statements(app.db)
    .findAnswered.all({ ids: JSON.stringify(ids), newest })
    .map(({ id }) => id);

const statements = prepared(({ $client }) => ({
  readVersions: $client.prepare<{ version: number; reloadVersion: number }, { user: number }>(`
    select version, reload_version as reloadVersion from users where id = $user`),
  findAnswered: $client.prepare<{ id: number }, { ids: string; newest: number }>(`
    select value as id from json_each($ids)
     where exists (select 1 from messages where reply_to_id = value and id > $newest)`),
}));
