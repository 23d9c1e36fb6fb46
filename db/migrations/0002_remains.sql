-- who leaves a shared board keeps their messages on a private one; joining again can dissolve it
alter table boards add column remains_of integer references boards(id) on delete set null;

create index boards_remains on boards (remains_of);
