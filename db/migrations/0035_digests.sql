-- Digests: texts with what is new on the shared boards of a person, at a time of day that the person has chosen.

create table digests (
  user_id integer not null references users (id) on delete cascade,
  board_id integer,
  weekday integer,
  minute integer not null,
  next_at integer not null,
  foreign key (board_id, user_id) references memberships (board_id, user_id) on delete cascade,
  constraint digests_weekday check (weekday between 0 and 6),
  constraint digests_minute check (minute between 0 and 1439)
) strict;
create unique index digests_user on digests (user_id, coalesce(board_id, 0));
create index digests_board on digests (board_id, user_id);
create index digests_next on digests (next_at);

-- A trigger, because the time zone is set by several commands, and 8 am stays 8 am. The chore then sets the time anew.
create trigger digest_zone after update of time_zone on users when old.time_zone is not new.time_zone begin
  update digests set next_at = 0 where user_id = new.id;
end;

alter table pending_notifications add column for_digest integer not null default 0;
create index pending_notifications_gathered on pending_notifications (user_id, board_id) where for_digest = 0;
