-- People without an account can be invited to a board by text. The board of an invitation is null once the board was
-- deleted, or the invitation was taken back.

create table board_invites (
  id integer primary key autoincrement,
  board_id integer references boards (id) on delete set null,
  phone text not null,
  inviter_id integer not null references users (id) on delete cascade,
  expires_at integer not null,
  created_at integer not null
) strict;
create unique index board_invites_board on board_invites (board_id, phone);
create index board_invites_phone on board_invites (phone);
create index board_invites_inviter on board_invites (inviter_id);
