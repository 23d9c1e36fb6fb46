-- Numbered, so that of a program that is used for years only the latest are kept.
drop table spent_refreshes;
create table spent_refreshes (
  id integer primary key autoincrement,
  hash text not null unique,
  token_id integer not null references access_tokens (id) on delete cascade
) strict;
create index spent_refreshes_token on spent_refreshes (token_id);
