-- Triggers whose work a command does now, where its reader sees it (src/messages/deliver.ts).
drop trigger messages_untold;
-- Links change only together with the content of a message, which queues the message for the search index anyway.
drop trigger search_linked;
drop trigger search_unlinked;

-- The same triggers under names that say what they do.
drop trigger placements_arrive;
create trigger board_count_up after insert on placements begin
  update boards set message_count = message_count + 1 where id = new.board_id;
end;

drop trigger placements_leave;
create trigger board_count_down after delete on placements begin
  update boards set message_count = message_count - 1 where id = old.board_id;
  delete from boards where id = old.board_id and message_count = 0 and shared = 0;
end;

drop trigger media_leave;
create trigger queue_file_deletion after delete on media when old.file is not null begin
  insert or ignore into files_to_delete values (old.file);
end;

drop trigger links_end;
create trigger delete_unlinked_preview after delete on links
when not exists (select 1 from links where url = old.url)
begin
  delete from previews where url = old.url;
end;
