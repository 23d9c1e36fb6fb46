-- Every trigger of the database, as the migrations have left it; a test compares this file with a migrated
-- database. A trigger holds what must follow the change of a row, whichever command makes the change, also by
-- cascade. Effects that depend on the command stand in src/messages/deliver.ts.

-- Boards

-- A trigger, because many commands and an import put messages on boards, and a wrong count would stay wrong.
create trigger board_count_up after insert on placements begin
  update boards set message_count = message_count + 1 where id = new.board_id;
end;

-- A trigger, because deleting a message or an account removes placements by cascade. A private board ends with its
-- last message (docs/product.md: Board lifetime).
create trigger board_count_down after delete on placements begin
  update boards set message_count = message_count - 1 where id = old.board_id;
  delete from boards where id = old.board_id and message_count = 0 and shared = 0;
end;

-- Files and previews

-- A trigger, because rows of files are deleted by cascade, and a file without a row would stay on the disk
-- for weeks.
create trigger queue_file_deletion after delete on media when old.file is not null begin
  insert or ignore into files_to_delete values (old.file);
end;

-- A trigger, because links are deleted by cascade, and a preview that stayed would tell what a deleted
-- message said.
create trigger delete_unlinked_preview after delete on links
when not exists (select 1 from links where url = old.url)
begin
  delete from previews where url = old.url;
end;

-- Search: each of these queues the messages whose entries in the search index are out of date. They are
-- triggers, because the index must follow every change of what it is built from, and many of these rows are
-- deleted by cascade.

-- A message is on one more board: a search of that board finds the message.
create trigger search_placed after insert on placements begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

-- A message is on one board less, also by cascade from a deleted board.
create trigger search_displaced after delete on placements begin
  insert or ignore into search_queue (message_id) values (old.message_id);
end;

-- A content has changed. The queue keeps the content that is in the index, because FTS5 needs it to remove
-- the entry.
create trigger search_edited after update of content on messages when old.content is not new.content begin
  insert into search_queue (message_id, indexed_content) values (old.id, old.content)
    on conflict (message_id) do update set indexed_content = coalesce(indexed_content, excluded.indexed_content);
end;

-- A message is gone, also by cascade from its sender. The queue keeps the content that is in the index,
-- because FTS5 needs it to remove the entry.
create trigger search_deleted after delete on messages begin
  insert into search_queue (message_id, indexed_content) values (old.id, old.content)
    on conflict (message_id) do update set indexed_content = coalesce(indexed_content, excluded.indexed_content);
end;

-- A board has been shared, or has another owner: its members, and nobody else, must find the messages on it.
create trigger search_converted after update of shared, owner_id on boards
when old.shared is not new.shared or old.owner_id is not new.owner_id begin
  insert or ignore into search_queue (message_id) select message_id from placements where board_id = new.id;
end;

-- A file has come with a message: `has:photo` finds the message.
create trigger search_attached after insert on media when new.message_id is not null begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

-- An upload has been attached, or a download has shown the type of a file.
create trigger search_reattached after update of message_id, type on media when new.message_id is not null begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

-- A file is gone, for instance one that could not be downloaded.
create trigger search_detached after delete on media when old.message_id is not null begin
  insert or ignore into search_queue (message_id) values (old.message_id);
end;

-- A preview has been fetched: its title and description are found in every message that has the link.
create trigger search_previewed after insert on previews when new.title is not null begin
  insert or ignore into search_queue (message_id) select message_id from links where url = new.url;
end;

-- A preview has been fetched again and says something else.
create trigger search_previewed_anew after update of title, description on previews
when old.title is not new.title or old.description is not new.description begin
  insert or ignore into search_queue (message_id) select message_id from links where url = new.url;
end;

-- A movie has been fetched: its title is found in every message that has a link to its IMDb page.
create trigger search_film after insert on movies when new.title is not null begin
  insert or ignore into search_queue (message_id)
    select message_id from links
     where url >= 'https://www.imdb.com/title/' || new.imdb_id and url < 'https://www.imdb.com/title/' || new.imdb_id || '~'
        or url >= 'https://m.imdb.com/title/' || new.imdb_id and url < 'https://m.imdb.com/title/' || new.imdb_id || '~'
        or url >= 'https://imdb.com/title/' || new.imdb_id and url < 'https://imdb.com/title/' || new.imdb_id || '~';
end;

-- Embeddings, while there is a provider

-- A trigger, because commands and imports store messages, and a message left out would not be found by
-- meaning.
create trigger embedding_wanted after insert on messages when exists (select 1 from embedding_source) begin
  insert or ignore into embedding_queue values (new.id);
end;

-- A trigger, because edits, further parts of a text and failed downloads change contents.
create trigger embedding_outdated after update of content on messages
when old.content is not new.content and exists (select 1 from embedding_source) begin
  delete from embeddings where message_id = new.id;
  insert or ignore into embedding_queue values (new.id);
end;

-- A trigger, so that every embedding reaches the vector index, which is another database file.
create trigger embedding_added after insert on embeddings begin
  insert into vector_changes (message_id) values (new.message_id);
end;

-- A trigger, because embeddings are deleted by cascade with their messages.
create trigger embedding_removed after delete on embeddings begin
  insert into vector_changes (message_id) values (old.message_id);
end;
