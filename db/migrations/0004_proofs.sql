-- What a text asked for that would show an earlier message to more people. It waits until the person texts back the
-- digits that we texted them. One row a person: a newer one replaces it, and a row without digits has ended.
create table proofs (
  user_id integer primary key references users (id) on delete cascade,
  digits text,
  act text not null, -- a key of PROVEN in src/texting/commands/ok.ts
  data text not null, -- JSON; what is done then, and who would see it
  asked_at integer not null
) strict;
