-- What messages mean, as the embedding model has it. This is the truth; the index for nearest neighbours is a
-- file of its own that can be made again from it (`src/search/knn-worker.ts`).

-- whose vectors these are; no row while there is no provider
create table embedding_source (
  model text not null,
  dimensions integer not null
) strict;

create table embeddings (
  message_id integer primary key not null,
  user_id integer not null,
  vector blob not null,
  foreign key (message_id) references messages(id) on delete cascade
) strict;

create table embedding_queue (
  message_id integer primary key not null,
  foreign key (message_id) references messages(id) on delete cascade
) strict;

-- which vectors the index has to take in or forget, whatever changed them; applied ones are deleted
create table vector_changes (
  seq integer primary key autoincrement not null,
  message_id integer not null
) strict;

create trigger embedding_wanted after insert on messages when exists (select 1 from embedding_source) begin
  insert or ignore into embedding_queue values (new.id);
end;

create trigger embedding_outdated after update of content on messages
when old.content is not new.content and exists (select 1 from embedding_source) begin
  delete from embeddings where message_id = new.id;
  insert or ignore into embedding_queue values (new.id);
end;

create trigger embedding_added after insert on embeddings begin
  insert into vector_changes (message_id) values (new.message_id);
end;

create trigger embedding_removed after delete on embeddings begin
  insert into vector_changes (message_id) values (old.message_id);
end;
