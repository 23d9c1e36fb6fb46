-- An odd factor gives each board an address of its own.
alter table boards add column address text;
with start(number) as materialized (select random() & 33554431),
     numbers(board_id, n, letters) as (
       select id, (start.number + id * 20268937) & 33554431, 'abcdefghijkmnpqrstuvwxyz23456789'
         from boards cross join start)
update boards
   set address = substr(letters, 1 + (n >> 20), 1) || substr(letters, 1 + (n >> 15 & 31), 1)
              || substr(letters, 1 + (n >> 10 & 31), 1) || substr(letters, 1 + (n >> 5 & 31), 1)
              || substr(letters, 1 + (n & 31), 1)
  from numbers where board_id = id;
create unique index boards_address on boards (address);

create table told_tags (
  board_id integer not null,
  user_id integer not null,
  tag text not null, -- the last one that the member was told by text
  next_at integer not null, -- when the member may be told of another one
  primary key (board_id, user_id),
  foreign key (board_id, user_id) references memberships(board_id, user_id) on delete cascade
) without rowid, strict;
create index told_tags_next on told_tags (next_at);

alter table outbox add column cause text not null default '';
alter table outbox add column lane integer not null default 3;
alter table outbox add column turn integer not null default 0;
update outbox
   set cause = phone,
       lane = case when kind = 'code' then 0 when kind in ('welcome', 'reply', 'stop') then 1 when kind = 'reminder' then 2 else 3 end
 where state in ('held', 'limited', 'pushing', 'queued', 'sending');
create index outbox_turn on outbox (lane, turn) where state in ('queued', 'sending');
create index outbox_cause on outbox (cause, state, lane, turn) where state in ('limited', 'queued');
