-- calls that name themselves: one that comes again because its answer was lost finds the message that it made
create table repeats (
  user_id integer not null,
  call text not null,
  message_id integer not null,
  at integer not null,
  primary key (user_id, call),
  foreign key (user_id) references users(id) on delete cascade,
  foreign key (message_id) references messages(id) on delete cascade
) without rowid, strict;
create index repeats_message on repeats (message_id);
create index repeats_at on repeats (at);
