-- People can sign in by texting what the login page shows. Empty unless that is switched on.

create table sign_in_texts (
  phone text not null,
  hash text not null,
  challenge text,
  browser text,
  system text,
  network text,
  tries integer default 0 not null,
  user_id integer references users (id) on delete cascade,
  expires_at integer not null,
  primary key (phone, hash)
) strict;
create unique index sign_in_texts_challenge on sign_in_texts (challenge);
create index sign_in_texts_user on sign_in_texts (user_id);
create index sign_in_texts_expiry on sign_in_texts (expires_at);
