-- Who somebody is at the identity provider (docs/product/provider.md).
create table identities (
  user_id integer primary key not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  name text not null, -- what the provider calls the person
  created_at integer not null,
  used_at integer not null
) strict;
create unique index identities_subject on identities (issuer, subject);

-- The session at the provider, '' if the provider named none; null if it was another way to sign in.
alter table sessions add column provider_session text;
create index sessions_provider on sessions (provider_session) where provider_session is not null;
alter table users add column operator_claim text; -- issuer, claim and value that the last sign-in had

create table new_ended_sessions (
  id text primary key,
  reason text not null check (reason in ('elsewhere', 'expired', 'deleted', 'operator', 'provider')),
  ended_at integer not null
) strict, without rowid;
insert into new_ended_sessions select * from ended_sessions;
drop table ended_sessions;
alter table new_ended_sessions rename to ended_sessions;
create index ended_sessions_age on ended_sessions (ended_at);

-- The acts are checked by src/people/auth/account-log.ts alone, so that another one needs no new table.
create table new_account_log (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  act text not null,
  detail text not null,
  at integer not null
) strict;
insert into new_account_log select * from account_log;
drop table account_log;
alter table new_account_log rename to account_log;
create index account_log_user on account_log (user_id, id);
