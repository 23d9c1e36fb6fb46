-- Numbers that operators have blocked.
create table blocked_numbers (
  id integer primary key autoincrement,
  phone text not null unique,
  reason text not null,
  blocked_by integer references users (id) on delete set null,
  blocked_at integer not null
) strict;
create index blocked_numbers_operator on blocked_numbers (blocked_by);

-- People who may not add or invite this user any more.
create table blocked_people (
  user_id integer not null references users (id) on delete cascade,
  blocked_id integer not null references users (id) on delete cascade,
  blocked_at integer not null,
  primary key (user_id, blocked_id)
) strict, without rowid;
create index blocked_people_blocked on blocked_people (blocked_id);

-- Who last added a user to a board, whom BLOCK means.
create table last_additions (
  user_id integer primary key references users (id) on delete cascade,
  added_by integer not null references users (id) on delete cascade,
  added_at integer not null
) strict;
create index last_additions_by on last_additions (added_by);

-- What a network, or all networks together, may still ask for (src/people/auth/code-brake.ts).
create table code_allowances (
  network text primary key, -- HMAC of the network, or * for all
  remaining real not null,
  counted_at integer not null
) strict, without rowid;
create index code_allowances_age on code_allowances (counted_at);

drop index media_user;
create index media_user on media (user_id, deleted_message_id, bytes); -- sums up the bytes of a person
