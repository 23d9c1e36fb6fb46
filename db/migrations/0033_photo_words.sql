-- The words in photos, and alternative texts that people write. `words` is null until a photo is read, and empty if
-- there are none.
alter table media add column alt text;
alter table media add column words text;
alter table media add column word_places text;
alter table media add column words_attempts integer not null default 0;
-- finds the photos that were not read yet; a chore reads them
create index media_unread on media (id) where words is null and width is not null;

-- the words of photos are indexed like those of linked pages
alter table search_rows rename column link_text to attached_text;
create trigger search_described after update of alt, words on media
when new.message_id is not null
 and (coalesce(old.alt, '') is not coalesce(new.alt, '') or coalesce(old.words, '') is not coalesce(new.words, ''))
begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;
