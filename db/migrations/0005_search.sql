-- Words that can be searched, each behind the name of a scope: `u7:ramen` on a private board of user 7,
-- `bc:ramen` on shared board 12 (in base 36). The cost of a search is that of its own scopes, whatever
-- else is stored. The text is not stored a second time; rows are taken out by giving the same words again.
create virtual table search using fts5(words, content='', columnsize=0, tokenize="ascii tokenchars ':#@+'");
insert into search (search, rank) values ('secure-delete', 1);

-- what stands in the index for a message, besides its content: needed to take it out again
create table search_rows (
  message_id integer primary key not null,
  marks text not null,
  extra text
) strict;

-- messages whose row in the index is not what it should be; content is what it was when it was indexed, if that has changed
create table search_queue (
  message_id integer primary key not null,
  content text
) strict;

-- of which making the index is
create table search_version (version text not null) strict;

create trigger search_placed after insert on placements begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_displaced after delete on placements begin
  insert or ignore into search_queue (message_id) values (old.message_id);
end;

create trigger search_edited after update of content on messages when old.content is not new.content begin
  insert into search_queue (message_id, content) values (old.id, old.content)
    on conflict (message_id) do update set content = coalesce(content, excluded.content);
end;

create trigger search_deleted after delete on messages begin
  insert into search_queue (message_id, content) values (old.id, old.content)
    on conflict (message_id) do update set content = coalesce(content, excluded.content);
end;

create trigger search_converted after update of shared, owner_id on boards
when old.shared is not new.shared or old.owner_id is not new.owner_id begin
  insert or ignore into search_queue (message_id) select message_id from placements where board_id = new.id;
end;

create trigger search_attached after insert on media when new.message_id is not null begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_reattached after update of message_id, type on media when new.message_id is not null begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_detached after delete on media when old.message_id is not null begin
  insert or ignore into search_queue (message_id) values (old.message_id);
end;
