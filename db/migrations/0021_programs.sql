-- Programs that people let act in their name by OAuth. The id is random, or the address of the program's metadata.
create table programs (
  id text primary key not null,
  name text not null,
  redirect_uris text not null, -- JSON
  read_at integer not null -- when it was registered, or its metadata were last read
) strict, without rowid;
create index programs_read on programs (read_at);

-- What a program may do is an access token, which it gets anew with each refresh.
alter table access_tokens add column program_id text references programs (id) on delete cascade;
alter table access_tokens add column refresh_hash text; -- SHA-256 of the refresh token
alter table access_tokens add column refresh_until integer;
create index access_tokens_program on access_tokens (program_id) where program_id is not null;
create unique index access_tokens_refresh on access_tokens (refresh_hash) where refresh_hash is not null;
create index access_tokens_refresh_until on access_tokens (refresh_until) where refresh_until is not null;

create table program_codes (
  hash text primary key not null, -- SHA-256 of the code
  token_id integer not null references access_tokens (id) on delete cascade,
  redirect_uri text not null,
  challenge text not null, -- of PKCE, S256
  used integer not null default 0 check (used in (0, 1)),
  expires_at integer not null
) strict, without rowid;
create index program_codes_token on program_codes (token_id);
create index program_codes_expires on program_codes (expires_at);

-- A refresh token that comes back after its use was stolen, so it ends what the program may do.
create table spent_refreshes (
  hash text primary key not null,
  token_id integer not null references access_tokens (id) on delete cascade
) strict, without rowid;
create index spent_refreshes_token on spent_refreshes (token_id);
