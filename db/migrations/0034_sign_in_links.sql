-- Links that sign a phone in once, asked for by texting LOGIN.

create table sign_in_links (
  hash text primary key not null,
  user_id integer not null references users (id) on delete cascade,
  used_at integer,
  expires_at integer not null
) strict;
create index sign_in_links_user on sign_in_links (user_id);
create index sign_in_links_expiry on sign_in_links (expires_at);
