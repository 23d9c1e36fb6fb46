import { prepared } from '../../db/open';
import type { consents } from '../../db/schema';
import type { App } from '../app/app';
import type { Consent, ConsentsInput } from '../contract/consent';
import { nameOrNull } from '../contract/people';

/*
 * Records when and how the owner of a phone number agreed to our texts, and when the owner stopped them
 * (docs/product/outbox.md: Consent).
 */

type Act = typeof consents.$inferSelect.act;

/**
 * The way in which the owner of a number agreed. `words` is the keyword that the owner texted. `inviterId` is
 * the id of the person whose invitation the owner accepted.
 */
type Agreement = { act: Exclude<Act, 'stop'>; words?: string; inviterId?: number };

/**
 * Records that the owner of a number agreed to our texts. Does nothing if the owner has agreed before and has
 * not sent STOP since. An accepted invitation is always recorded.
 */
export function recordAgreement(app: App, phone: string, { act, words, inviterId }: Agreement): void {
  const { findLast, insert } = statements(app.db);
  const last = findLast.get({ phone });
  // after a STOP, only START and accepting an invitation count as agreement; a note or a code does not
  const isNew = !last || (last.act === 'stop' && (act === 'start' || act === 'invite'));
  if (!isNew && act !== 'invite') return;
  insert.run({ phone, act, words: words ?? null, inviterId: inviterId ?? null, at: app.now() });
}

/** Records a STOP. `words` is the keyword, or null if only the carrier reported the STOP. */
export function recordStop(app: App, phone: string, words: string | null): void {
  const { findLast, insert } = statements(app.db);
  if (findLast.get({ phone })?.act === 'stop') return;
  insert.run({ phone, act: 'stop', words, inviterId: null, at: app.now() });
}

/**
 * Returns phone numbers, each with the first agreement since the last STOP, or else with the first of all. If
 * a STOP is the last act of a number, returns the time of this STOP too. The number with the latest act comes
 * first. `search` is a part of a number.
 */
export const listConsents = (app: App, { search = '', limit = 50, offset = 0 }: ConsentsInput): Consent[] =>
  statements(app.db)
    .list.all({ digits: search.replace(/\D/g, ''), limit, offset })
    .map((row) => ({
      phoneNumber: row.phone,
      displayName: nameOrNull(row),
      agreedAt: toTime(row.agreedAt),
      act: row.act,
      words: row.words,
      invitedBy:
        row.inviterPhone &&
        (nameOrNull({ firstName: row.inviterFirst, lastName: row.inviterLast }) ?? row.inviterPhone),
      stoppedAt: toTime(row.stoppedAt),
    }));

/** Deletes the agreements of a number. Its STOPs stay. */
export const eraseConsents = (app: App, phone: string) => statements(app.db).erase.run({ phone });

const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

type Row = {
  phone: string;
  firstName: string | null;
  lastName: string | null;
  act: Consent['act'];
  words: string | null;
  agreedAt: number | null;
  inviterFirst: string | null;
  inviterLast: string | null;
  inviterPhone: string | null;
  stoppedAt: number | null;
};

const statements = prepared(({ $client }) => ({
  findLast: $client.prepare<{ act: Act }, { phone: string }>(
    'select act from consents where phone = $phone order by id desc limit 1',
  ),
  insert: $client.prepare<unknown, Omit<typeof consents.$inferSelect, 'id'>>(`
    insert into consents (phone, act, words, inviter_id, at) values ($phone, $act, $words, $inviterId, $at)`),
  // `agreedAt` is the time of the first agreement since the last STOP, or else of the first agreement
  list: $client.prepare<Row, { digits: string; limit: number; offset: number }>(`
    with numbers as (
      select phone, max(id) as last, max(id) filter (where act = 'stop') as stop from consents
       where $digits = '' or instr(phone, $digits) group by phone
       order by last desc limit +$limit offset +$offset)
    select n.phone, u.first_name as firstName, u.last_name as lastName, a.act, a.words, a.at as agreedAt,
           i.first_name as inviterFirst, i.last_name as inviterLast, i.phone as inviterPhone,
           iif(n.last = n.stop, (select at from consents where id = n.stop), null) as stoppedAt
      from numbers n left join users u on u.phone = n.phone
      left join consents a on a.id = coalesce(
        (select min(id) from consents where phone = n.phone and act <> 'stop' and id > coalesce(n.stop, 0)),
        (select min(id) from consents where phone = n.phone and act <> 'stop'))
      left join users i on i.id = a.inviter_id
     order by n.last desc`),
  erase: $client.prepare<unknown, { phone: string }>(
    "delete from consents where phone = $phone and act <> 'stop'",
  ),
}));
