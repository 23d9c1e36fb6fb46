-- A message that its sender deletes is moved here for ten minutes, so that the sender can take the deletion
-- back. It leaves the table `messages`, so that no other statement finds it.

create table deleted_messages (
  id integer primary key,
  sender_id integer not null references users (id) on delete cascade,
  content text not null,
  source text not null,
  created_at integer not null,
  edited_at integer,
  origin text,
  placements text not null,
  texts text not null,
  tag text,
  deleted_at integer not null
) strict;
create index deleted_messages_sender on deleted_messages (sender_id, tag);
create index deleted_messages_age on deleted_messages (deleted_at);

alter table media add column deleted_message_id integer references deleted_messages (id) on delete cascade;
create index media_deleted_message on media (deleted_message_id) where deleted_message_id is not null;
