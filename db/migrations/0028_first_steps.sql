-- The steps that a new person is shown on the dashboard, with the time when each was taken. Whoever is here already
-- needs none.

create table first_steps (
  user_id integer primary key references users (id) on delete cascade,
  texted_at integer,
  photo_at integer,
  shared_at integer,
  found_at integer,
  dismissed_at integer
) strict;
insert into first_steps (user_id, dismissed_at) select id, created_at from users;
