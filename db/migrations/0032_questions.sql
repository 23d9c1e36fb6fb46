-- Questions by text, with what they found, and the message that a person has last opened by text.

create table questions (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  query text not null,
  asked_at integer not null,
  closed integer default 0 not null,
  answered_at integer,
  found text default '[]' not null,
  total integer default 0 not null,
  shown integer default 0 not null
) strict;
create index questions_user on questions (user_id, answered_at);
create index questions_open on questions (id) where not closed;
create index questions_asked on questions (asked_at);

create table opened_messages (
  user_id integer primary key references users (id) on delete cascade,
  message_id integer not null references messages (id) on delete cascade,
  opened_at integer not null
) strict;
create index opened_messages_message on opened_messages (message_id);
