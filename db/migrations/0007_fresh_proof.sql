-- When the person of a session last proved who they are: by signing in, or again before an act that asks for it.
alter table sessions add column proven_at integer not null default 0;

-- A token has a checksum now. None of before is accepted any more.
delete from access_tokens;
alter table access_tokens add column by_board integer not null default 0;

-- The boards to which a token is limited. `board_id` is null once the board is gone; a private one comes back.
create table token_boards (
  token_id integer not null references access_tokens (id) on delete cascade,
  tag text not null,
  board_id integer references boards (id) on delete set null,
  primary key (token_id, tag)
) without rowid, strict;
create index token_boards_board on token_boards (board_id);

create table new_account_log (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  act text not null constraint account_log_act check (act in (
    'passkey added', 'passkey removed', 'sign-ins ended', 'token made', 'token revoked', 'exported',
    'calendar renewed')),
  detail text not null,
  at integer not null
) strict;
insert into new_account_log select id, user_id, act, detail, at from account_log;
drop table account_log;
alter table new_account_log rename to account_log;
create index account_log_user on account_log (user_id, id);
