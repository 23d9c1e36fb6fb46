-- Several models may embed messages: the one inside Tagline always, and Hugging Face when it is set. Embeddings
-- can be made again, so those of before are not kept.
drop trigger embedding_wanted;
drop trigger embedding_outdated;
drop trigger embedding_added;
drop trigger embedding_removed;
drop table vector_changes;
drop table embedding_queue;
drop table embeddings;
drop table embedding_source;

create table embedding_models (
  id integer primary key autoincrement not null,
  name text not null,
  dimensions integer default 0 not null,
  queued_below integer not null,
  complete integer default 0 not null,
  removed integer default 0 not null
) strict;
create unique index embedding_models_name on embedding_models (name);

create table embeddings (
  id integer primary key autoincrement not null,
  model_id integer not null,
  message_id integer not null,
  user_id integer not null,
  bits blob,
  vector blob,
  foreign key (model_id) references embedding_models(id),
  foreign key (message_id) references messages(id) on delete cascade
) strict;
create unique index embeddings_message on embeddings (message_id, model_id);
-- has the bits, so that a search among 100,000 messages does not read their vectors
create index embeddings_bits on embeddings (model_id, user_id, id, message_id, bits);
create index embeddings_left_to_words on embeddings (model_id) where bits is null;

create table embedding_queue (
  model_id integer not null,
  message_id integer not null,
  primary key (model_id, message_id),
  foreign key (model_id) references embedding_models(id) on delete cascade,
  foreign key (message_id) references messages(id) on delete cascade
) strict, without rowid;
create index embedding_queue_message on embedding_queue (message_id);

create trigger embedding_wanted after insert on messages when exists (select 1 from embedding_models) begin
  insert or ignore into embedding_queue select id, new.id from embedding_models where removed = 0;
end;

create trigger embedding_outdated after update of content on messages
when old.content is not new.content and exists (select 1 from embedding_models) begin
  delete from embeddings where message_id = new.id;
  insert or ignore into embedding_queue select id, new.id from embedding_models where removed = 0;
end;
