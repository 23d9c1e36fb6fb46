-- a message is found by what its links are about: the index has the titles and descriptions of their cards too

create trigger search_linked after insert on links begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_unlinked after delete on links begin
  insert or ignore into search_queue (message_id) values (old.message_id);
end;

create trigger search_previewed after insert on previews when new.title is not null begin
  insert or ignore into search_queue (message_id) select message_id from links where url = new.url;
end;

create trigger search_previewed_anew after update of title, description on previews
when old.title is not new.title or old.description is not new.description begin
  insert or ignore into search_queue (message_id) select message_id from links where url = new.url;
end;

create trigger search_film after insert on movies when new.title is not null begin
  insert or ignore into search_queue (message_id)
    select message_id from links
     where url >= 'https://www.imdb.com/title/' || new.imdb_id and url < 'https://www.imdb.com/title/' || new.imdb_id || '~'
        or url >= 'https://m.imdb.com/title/' || new.imdb_id and url < 'https://m.imdb.com/title/' || new.imdb_id || '~'
        or url >= 'https://imdb.com/title/' || new.imdb_id and url < 'https://imdb.com/title/' || new.imdb_id || '~';
end;

insert or ignore into search_queue (message_id) select message_id from links;
