-- Web Push: the browsers that get pushes, the boards whose posts come as a push, and what a push shows.

create table push_subscriptions (
  session_id text primary key references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  shows_text integer not null,
  created_at integer not null,
  taken_at integer,
  error text
) strict, without rowid;

alter table memberships add column by_push integer not null default 1;
alter table outbox add column push text;

create trigger erase_push after update of body on outbox when new.body = '' and new.push is not null
begin
  update outbox set push = null where id = new.id;
end;
