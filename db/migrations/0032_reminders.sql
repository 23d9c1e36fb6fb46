-- Reminders of messages, each of one person.

create table reminders (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  message_id integer not null references messages (id) on delete cascade,
  at integer,
  starts text,
  rule text,
  snoozed integer default 0 not null,
  set_at integer not null,
  sent_at integer,
  done_at integer
) strict;
create unique index reminders_of_person on reminders (user_id, message_id);
create index reminders_message on reminders (message_id);
create index reminders_due on reminders (at) where at is not null and done_at is null;
create index reminders_set on reminders (set_at) where at is not null and done_at is null;

-- The reminders of a message whose deletion can be taken back.
alter table deleted_messages add column reminders text default '[]' not null;

-- How many addresses a person has made for the calendar of their reminders; negative while the last is ended.
alter table users add column calendar integer default 0 not null;
