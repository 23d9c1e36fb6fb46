-- Passkeys, by which people sign in without a text, and a log of what happened to the ways into an account.

create table passkeys (
  id integer primary key autoincrement,
  credential text not null unique,
  user_id integer not null references users (id) on delete cascade,
  public_key blob not null,
  counter integer not null,
  transports text not null,
  synced integer not null,
  browser text,
  system text,
  created_at integer not null,
  used_at integer
) strict;
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  hash text primary key,
  user_id integer references users (id) on delete cascade,
  expires_at integer not null
) strict, without rowid;
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table account_log (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  act text not null constraint account_log_act check (act in ('passkey added', 'passkey removed', 'sign-ins ended')),
  detail text not null,
  at integer not null
) strict;
create index account_log_user on account_log (user_id, id);

-- a session can also be ended by an operator
create table ended_sessions_2 (
  id text primary key,
  reason text not null check (reason in ('elsewhere', 'expired', 'deleted', 'operator')),
  ended_at integer not null
) strict, without rowid;
insert into ended_sessions_2 select id, reason, ended_at from ended_sessions;
drop table ended_sessions;
alter table ended_sessions_2 rename to ended_sessions;
create index ended_sessions_age on ended_sessions (ended_at);
