import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { publicName } from '../contract/people';
import { timeOf } from '../notices/digests/digests';
import { isPhoto } from '../people/photo';
import type { ArchivedBoard, ArchivedPerson, ArchivedPhone } from './schemas';

export const readPeople = (app: App, person: User | null): ArchivedPerson[] =>
  statements(app.db)
    .findPeople.all({ person: person?.id ?? null })
    .map(
      ({
        avatarUrl,
        photo,
        digests,
        mail,
        evening,
        given,
        hooks,
        muted,
        texted,
        pinned,
        archived,
        ...row
      }) => ({
        ...row,
        ...toDigests(JSON.parse(digests), person),
        ...toEvening(evening),
        ...(mail && { mail: JSON.parse(mail) }),
        ...(given !== '[]' && { givenNames: JSON.parse(given) }),
        ...(hooks !== '[]' && { webhooks: JSON.parse(hooks) }),
        ...(person && muted !== '[]' && { muted: JSON.parse(muted) }),
        ...(person && texted !== '[]' && { texted: JSON.parse(texted) }),
        ...(pinned !== '[]' && { pinned: JSON.parse(pinned) }),
        ...(archived !== '[]' && { archived: JSON.parse(archived) }),
        avatarUrl: isPhoto(avatarUrl) ? null : avatarUrl,
        photo: isPhoto(avatarUrl) && photo ? Buffer.from(photo).toString('base64') : null,
        asksBeforeEmbeds: row.asksBeforeEmbeds === 1,
      }),
    );

type Digest = {
  owner: string | null;
  ownersTag: string;
  ownTag: string;
  weekday: number | null;
  minute: number;
};

function toDigests(digests: Digest[], person: User | null): Pick<ArchivedPerson, 'digests'> {
  if (digests.length === 0) return {};
  return {
    digests: digests.map(({ owner, ownersTag, ownTag, weekday, minute }) => {
      const isNamed = owner !== null && (!person || owner === person.phone);
      const board = isNamed ? { owner, tag: ownersTag } : { tag: ownTag };
      return { ...(owner !== null && { board }), ...(weekday !== null && { weekday }), time: timeOf(minute) };
    }),
  };
}

function toEvening(stored: string | null): Pick<ArchivedPerson, 'eveningQuestion'> {
  if (stored === null) return {};
  const { minute, tag } = JSON.parse(stored) as { minute: number; tag: string };
  return { eveningQuestion: { time: timeOf(minute), tag } };
}

export const readPhones = (app: App, person: User | null): ArchivedPhone[] =>
  statements(app.db)
    .findPhones.all({ phone: person?.phone ?? null })
    .map((row) => ({
      ...row,
      consents: statements(app.db)
        .findConsents.all({ phone: row.phone })
        .map(({ act, at, words, phone, firstName, lastName }) => ({
          act,
          at,
          words,
          invitedBy: phone && (person ? publicName({ phone, firstName, lastName }) : phone),
        })),
    }));

export const readSharedBoards = (app: App, person: User | null): ArchivedBoard[] =>
  statements(app.db)
    .findSharedBoards.all({ person: person?.id ?? null })
    .map(({ list, members, ...board }) => ({
      ...board,
      ...(list && { list: true }),
      members: JSON.parse(members),
    }));

type Consent = ArchivedPhone['consents'][number];

const bool = (column: string) => `json(iif(${column}, 'true', 'false'))`;

const statements = prepared(({ $client }) => ({
  findPeople: $client.prepare<
    Omit<
      ArchivedPerson,
      | 'asksBeforeEmbeds'
      | 'photo'
      | 'digests'
      | 'eveningQuestion'
      | 'mail'
      | 'givenNames'
      | 'webhooks'
      | 'muted'
      | 'texted'
      | 'pinned'
      | 'archived'
    > & {
      asksBeforeEmbeds: number;
      digests: string;
      evening: string | null;
      mail: string | null;
      given: string;
      hooks: string;
      muted: string;
      texted: string;
      pinned: string;
      archived: string;
      photo: Uint8Array | null;
    },
    { person: number | null }
  >(`
    select u.phone, u.first_name as firstName, u.last_name as lastName, u.avatar_url as avatarUrl,
           a.picture as photo, u.asks_before_embeds as asksBeforeEmbeds,
           u.time_zone as timeZone,
           (select json_group_array(json_object('owner', o.phone, 'ownersTag', ov.tag, 'ownTag', v.tag,
                                                'weekday', d.weekday, 'minute', d.minute)
                                    order by o.phone, ov.tag)
              from digests d
              left join memberships v on v.board_id = d.board_id and v.user_id = d.user_id
              left join boards b on b.id = d.board_id
              left join users o on o.id = b.owner_id
              left join memberships ov on ov.board_id = b.id and ov.user_id = b.owner_id
             where d.user_id = u.id) as digests,
           iif(u.mail_address is null, null,
               json_object('address', u.mail_address, 'byMail', ${bool('u.by_mail')})) as mail,
           (select json_object('minute', e.minute, 'tag', coalesce(v.tag, e.tag)) from evening_questions e
              left join memberships v on v.board_id = e.board_id and v.user_id = e.user_id
             where e.user_id = u.id) as evening,
           (select json_group_array(json_object('phone', p.phone, 'name', g.name) order by p.phone)
              from given_names g join users p on p.id = g.person_id
             where g.user_id = u.id and $person is null) as given,
           (select json_group_array(json_object(
                     'url', h.url, 'events', json('["' || replace(h.events, ' ', '","') || '"]'),
                     'boards', iif(h.by_board, json((
                       select json_group_array(tag order by tag) from hook_boards where hook_id = h.id)), null))
                                    order by h.id)
              from hooks h where h.user_id = u.id and not h.of_all) as hooks,
           (select json_group_array(v.tag order by v.tag)
              from memberships v join boards b on b.id = v.board_id
             where v.user_id = u.id and not v.sms_enabled and b.shared and b.owner_id <> u.id) as muted,
           (select json_group_array(v.tag order by v.tag)
              from memberships v join boards b on b.id = v.board_id
             where v.user_id = u.id and not v.by_push and b.shared and b.owner_id <> u.id) as texted,
           (select json_group_array(tag order by tag)
              from memberships where user_id = u.id and pinned) as pinned,
           (select json_group_array(tag order by tag)
              from memberships where user_id = u.id and archived) as archived,
           u.created_at as createdAt
      from users u left join avatars a on a.user_id = u.id and a.url = u.avatar_url
     where u.id = coalesce($person, u.id) order by u.created_at, u.phone`),
  findPhones: $client.prepare<Omit<ArchivedPhone, 'consents'>, { phone: string | null }>(`
    select n.phone, p.stopped_at as stoppedAt, p.welcomed_at as welcomedAt
      from (select phone from phones where stopped_at is not null or welcomed_at is not null
            union select phone from consents) n
      left join phones p on p.phone = n.phone
     where n.phone = coalesce($phone, n.phone) order by n.phone`),
  findConsents: $client.prepare<
    Omit<Consent, 'invitedBy'> & { phone: string | null } & Pick<User, 'firstName' | 'lastName'>,
    { phone: string }
  >(`
    select c.act, c.at, c.words, u.phone, u.first_name as firstName, u.last_name as lastName
      from consents c left join users u on u.id = c.inviter_id where c.phone = $phone order by c.id`),
  findSharedBoards: $client.prepare<
    Omit<ArchivedBoard, 'members' | 'list'> & { members: string; list: number },
    { person: number | null }
  >(`
    select o.phone as owner, v.tag, b.created_at as createdAt, b.is_list as list,
           (select json_group_array(json_object(
                      'phone', u.phone, 'tag', m.tag, 'smsEnabled', ${bool('m.sms_enabled')}, 'byPush', ${bool('m.by_push')},
                      'tagChosenByOther', ${bool('m.tag_chosen_by_other')}, 'hidesNumber', ${bool('m.hides_number')},
                      'joinedAt', m.joined_at)
                                    order by m.user_id = b.owner_id desc, m.joined_at, u.phone)
              from memberships m join users u on u.id = m.user_id
             where m.board_id = b.id and ($person is null or m.user_id = b.owner_id)) as members
      from boards b join users o on o.id = b.owner_id
      join memberships v on v.board_id = b.id and v.user_id = b.owner_id
     where b.shared and b.owner_id = coalesce($person, b.owner_id)
     order by b.created_at, o.phone, v.tag`),
}));
