create table evening_questions (
  user_id integer primary key references users (id) on delete cascade,
  minute integer not null check (minute between 0 and 1439), -- of the day, on the person's clock
  tag text not null, -- of the board of the answers, until there is one
  board_id integer references boards (id) on delete set null,
  next_at integer not null -- 0 if to be computed anew, because the time zone has changed
) strict;
create index evening_questions_due on evening_questions (next_at);
create index evening_questions_board on evening_questions (board_id);
