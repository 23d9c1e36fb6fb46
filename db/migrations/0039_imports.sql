-- Imports in the web app, and which messages each of them has stored, so that it can be taken back.

create table imports (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  files text not null,
  state text not null constraint imports_state
    check (state in ('looking', 'looked', 'importing', 'done', 'failed', 'undoing', 'undone')),
  starts_itself integer not null constraint imports_starts_itself check (starts_itself in (0, 1)),
  "groups" text,
  tag text,
  format text,
  look text,
  result text,
  error text,
  created_at integer not null,
  ended_at integer
) strict;
create index imports_user on imports (user_id, id);
create index imports_work on imports (id) where state in ('looking', 'importing', 'undoing');

-- not a foreign key: the messages stay when the import is forgotten
alter table origins add column import_id integer;
create index origins_import on origins (import_id) where import_id is not null;
