-- Shared boards that a person lost because somebody else removed the person, or deleted the board. The row
-- goes when the person has been told so in answer to a text, or is on the board again.

create table lost_boards (
  user_id integer not null references users (id) on delete cascade,
  tag text not null,
  owner_id integer references users (id) on delete set null,
  board_id integer references boards (id) on delete set null,
  primary key (user_id, tag)
) strict;
create index lost_boards_owner on lost_boards (owner_id);
create index lost_boards_board on lost_boards (board_id);
