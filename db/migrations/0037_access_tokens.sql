-- Access tokens, by which programs act for a person without signing in.

create table access_tokens (
  id integer primary key autoincrement,
  hash text not null unique,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  scope text not null constraint access_tokens_scope check (scope in ('read', 'write', 'admin')),
  expires_at integer,
  created_at integer not null,
  used_at integer,
  network text,
  program text
) strict;
create index access_tokens_user on access_tokens (user_id);
