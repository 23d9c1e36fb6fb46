-- Addresses to which what happens is posted (docs/product/webhooks.md).
create table hooks (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  url text not null,
  events text not null, -- with spaces between
  by_board integer not null check (by_board in (0, 1)), -- only of the boards in hook_boards
  of_all integer not null check (of_all in (0, 1)), -- an operator's, of everything on the server
  generation integer not null default 1, -- of its secret
  rotated_at integer,
  next_at integer not null default 0, -- nothing is sent before, because the receiver has just failed
  failing_since integer,
  off_at integer,
  off_because text,
  created_at integer not null
) strict;
create index hooks_user on hooks (user_id);
create index hooks_of_all on hooks (of_all) where of_all = 1;

-- The owner's tags. A trigger renames them with their boards.
create table hook_boards (
  hook_id integer not null references hooks (id) on delete cascade,
  tag text not null,
  primary key (hook_id, tag)
) strict, without rowid;

-- What waits to be posted, and the last hundred that were. The words are composed when they are sent.
create table hook_deliveries (
  id integer primary key autoincrement,
  hook_id integer not null references hooks (id) on delete cascade,
  key text not null, -- by which the receiver knows a second try
  type text not null,
  detail text not null, -- JSON with ids
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_at integer not null,
  status integer, -- of the last answer
  error text,
  created_at integer not null,
  ended_at integer
) strict;
create index hook_deliveries_hook on hook_deliveries (hook_id, id);
create index hook_deliveries_due on hook_deliveries (next_at, id) where state = 'waiting';

-- The secret addresses of feeds: of a board, or of a search.
create table feeds (
  secret text primary key not null,
  user_id integer not null references users (id) on delete cascade,
  board_id integer, -- null for that of a search
  query text, -- null for that of a board
  created_at integer not null,
  check ((board_id is null) <> (query is null)),
  foreign key (board_id, user_id) references memberships (board_id, user_id) on delete cascade
) strict, without rowid;
create unique index feeds_user on feeds (user_id, coalesce(board_id, 0), coalesce(query, ''));
create index feeds_board on feeds (board_id, user_id);
