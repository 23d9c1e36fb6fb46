-- Why sessions have ended, so that the sign-in page can say it. A row names no user.

create table ended_sessions (
  id text primary key,
  reason text not null check (reason in ('elsewhere', 'expired', 'deleted')),
  ended_at integer not null
) strict, without rowid;
create index ended_sessions_age on ended_sessions (ended_at);
