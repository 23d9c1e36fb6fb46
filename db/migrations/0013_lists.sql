-- Boards whose short messages can be ticked.
alter table boards add column is_list integer not null default 0 check (is_list in (0, 1));

-- Items of lists that are done. The words name the item, so that an edit of other lines keeps it.
create table ticks (
  message_id integer not null references messages (id) on delete cascade,
  item text not null,
  user_id integer references users (id) on delete set null,
  ticked_at integer not null,
  primary key (message_id, item)
) without rowid, strict;
create index ticks_user on ticks (user_id);

alter table deleted_messages add column ticks text not null default '[]';

-- JSON array of the items that an answer has numbered, as `found` has their messages; null after a search.
alter table questions add column items text;
