alter table questions add column about text not null default 'messages' check (about in ('messages', 'reminders')); -- what its numbers stand for

alter table opened_messages add column texted integer; -- characters that were texted, if MORE reads on

alter table users add column name_asked integer not null default 0 check (name_asked in (0, 1)); -- once

-- How a person calls another one; nobody else sees it.
create table given_names (
  user_id integer not null references users (id) on delete cascade,
  person_id integer not null references users (id) on delete cascade,
  name text not null,
  primary key (user_id, person_id)
) strict, without rowid;
create index given_names_person on given_names (person_id);

alter table outbox add column media text; -- JSON array of ids of the pictures that go with it

-- Addresses at which the carrier fetches a picture, once (src/outbox/picture-links.ts).
create table picture_links (
  secret text primary key, -- SHA-256 of the secret in the address
  media_id integer not null references media (id) on delete cascade,
  expires_at integer not null
) strict, without rowid;
create index picture_links_media on picture_links (media_id);
create index picture_links_expiry on picture_links (expires_at);
