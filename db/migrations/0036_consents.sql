-- Since when and how the owner of each number agreed to our texts, and when they stopped them. What is known of numbers
-- from before is taken from their texts; whose invitation a YES answered is not known for those.

create table consents (
  id integer primary key autoincrement,
  phone text not null,
  act text not null constraint consents_act check (act in ('text', 'sign-in', 'code', 'invite', 'start', 'account', 'stop')),
  words text,
  inviter_id integer references users (id) on delete set null,
  at integer not null
) strict;
create index consents_phone on consents (phone, id);
create index consents_inviter on consents (inviter_id);

insert into consents (phone, act, at)
select phone, act, at from (
  select phone, 'text' as act, min(received_at) as at from inbound
   where phone <> '' and kind in ('message', 'all', 'command', 'sign-in') group by phone
  union all
  select phone, case kind when 'join' then 'invite' else kind end, received_at from inbound
   where phone <> '' and kind in ('join', 'start', 'stop')
  union all
  select phone, 'stop', stopped_at from phones p
   where stopped_at is not null and not exists (select 1 from inbound i where i.phone = p.phone and i.kind = 'stop')
  union all
  select phone, 'account', created_at from users u
   where not exists (select 1 from inbound i
                      where i.phone = u.phone and i.kind in ('message', 'all', 'command', 'sign-in', 'join', 'start')))
 order by at;
