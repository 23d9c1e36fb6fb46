create table reactions (
  message_id integer not null references messages (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  emoji text not null,
  created_at integer not null,
  told integer not null check (told in (0, 1)), -- 0 until the message's sender has heard of it
  primary key (message_id, user_id, emoji)
) without rowid, strict;
create index reactions_user on reactions (user_id);
create index reactions_untold on reactions (created_at) where told = 0;

alter table deleted_messages add column reactions text not null default '[]';
