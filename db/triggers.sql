-- Every trigger of the database. Each upgrade creates them anew from this file, so a change here needs a
-- migration, even an empty one. A trigger does what every change of a row needs, no matter which command or cascade
-- makes the change. Effects that differ between commands are in src/messages/deliver.ts.

-- Boards. Triggers update the row, because many commands, imports and cascades change messages, their boards
-- and their files. If one of them forgot the row, the card would stay wrong.

-- A message on a board is unread for every member except `known_to`.
create trigger board_placed after insert on placements begin
  update boards
     set message_count = message_count + 1,
         (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where id = new.board_id;
  update memberships set unread = unread + 1
   where board_id = new.board_id and seen_id < new.message_id and user_id is not new.known_to;
end;

-- A private board is deleted with its last message (docs/product/boards.md: Board lifetime).
create trigger board_displaced after delete on placements begin
  update boards
     set message_count = message_count - 1,
         (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where id = old.board_id;
  update memberships set unread = unread - 1
   where board_id = old.board_id and seen_id < old.message_id and user_id is not old.known_to;
  delete from boards where id = old.board_id and message_count = 0 and shared = 0;
end;

-- A trigger, because several statements make boards.
create trigger board_address after insert on boards when new.address is null begin
  update boards
     set address = (
       with recursive numbers(n) as (
              select random() & 33554431 union all select random() & 33554431 from numbers limit 100),
            addresses(address) as (
              select substr(letters, 1 + (n >> 20), 1) || substr(letters, 1 + (n >> 15 & 31), 1)
                  || substr(letters, 1 + (n >> 10 & 31), 1) || substr(letters, 1 + (n >> 5 & 31), 1)
                  || substr(letters, 1 + (n & 31), 1)
                from numbers, (select 'abcdefghijkmnpqrstuvwxyz23456789' as letters))
       select address from addresses where not exists (select 1 from boards b where b.address = addresses.address)
        limit 1)
   where id = new.id;
end;

create trigger board_edited after update of content on messages when old.content is not new.content begin
  update boards
     set (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where latest_id = new.id and id in (select board_id from placements where message_id = new.id);
end;

create trigger board_file_added after insert on media when new.file is not null begin
  update boards
     set (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where id in (select board_id from placements where message_id = new.message_id);
end;

create trigger board_file_changed
after update of message_id, position, type, file, width, height, placeholder, alt, words on media
when coalesce(old.file, new.file) is not null begin
  update boards
     set (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where id in (select board_id from placements where message_id in (old.message_id, new.message_id));
end;

create trigger board_file_deleted after delete on media when old.file is not null begin
  update boards
     set (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where id in (select board_id from placements where message_id = old.message_id);
end;

-- Messages that this member has not seen are unread.
create trigger member_added after insert on memberships begin
  update boards set member_count = member_count + 1 where id = new.board_id;
  update memberships
     set unread = (select count(*) from placements
                    where board_id = new.board_id and message_id > new.seen_id and known_to is not new.user_id)
   where board_id = new.board_id and user_id = new.user_id;
end;

create trigger member_removed after delete on memberships begin
  update boards set member_count = member_count - 1 where id = old.board_id;
end;

create trigger member_saw after update of seen_id on memberships when old.seen_id <> new.seen_id begin
  update memberships
     set unread = (select count(*) from placements
                    where board_id = new.board_id and message_id > new.seen_id and known_to is not new.user_id)
   where board_id = new.board_id and user_id = new.user_id;
end;

-- Files and previews

-- This is a trigger, because rows of `media` are also deleted by cascade, and a file without a row would stay
-- on the disk for weeks.
create trigger queue_file_deletion after delete on media when old.file is not null begin
  insert or ignore into files_to_delete values (old.file);
end;

-- This is a trigger, because links are also deleted by cascade, and a preview that stayed would show what a
-- deleted message had linked to.
create trigger delete_unlinked_preview after delete on links
when not exists (select 1 from links where url = old.url)
begin
  delete from previews where url = old.url;
end;

-- Search: each of these triggers queues messages whose entries in the search index are out of date. They are
-- triggers, because the index must follow every change of its data, and many rows are deleted by cascade.

create trigger search_placed after insert on placements begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_displaced after delete on placements begin
  insert or ignore into search_queue (message_id) values (old.message_id);
end;

-- The queue keeps the content that the index has, because FTS5 needs it to remove the old entry.
create trigger search_edited after update of content on messages when old.content is not new.content begin
  insert into search_queue (message_id, indexed_content) values (old.id, old.content)
    on conflict (message_id) do update set indexed_content = coalesce(indexed_content, excluded.indexed_content);
end;

create trigger search_deleted after delete on messages begin
  insert into search_queue (message_id, indexed_content) values (old.id, old.content)
    on conflict (message_id) do update set indexed_content = coalesce(indexed_content, excluded.indexed_content);
end;

-- The members of a board, and nobody else, must find the messages on it.
create trigger search_converted after update of shared, owner_id on boards
when old.shared is not new.shared or old.owner_id is not new.owner_id begin
  insert or ignore into search_queue (message_id) select message_id from placements where board_id = new.id;
end;

create trigger search_attached after insert on media when new.message_id is not null begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_reattached after update of message_id, type on media
when coalesce(new.message_id, old.message_id) is not null begin
  insert or ignore into search_queue (message_id)
    select value from json_each(json_array(new.message_id, old.message_id)) where value is not null;
end;

create trigger search_described after update of alt, words on media
when new.message_id is not null
 and (coalesce(old.alt, '') is not coalesce(new.alt, '') or coalesce(old.words, '') is not coalesce(new.words, ''))
begin
  insert or ignore into search_queue (message_id) values (new.message_id);
end;

create trigger search_detached after delete on media when old.message_id is not null begin
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

-- Embeddings, while there is a model

-- This is a trigger, because several commands and imports store messages, and search by meaning would not
-- find a message without an embedding.
create trigger embedding_wanted after insert on messages when exists (select 1 from embedding_models) begin
  insert or ignore into embedding_queue select id, new.id from embedding_models where removed = 0;
end;

-- This is a trigger, because the content of a message changes by an edit, by further parts of a long text
-- message, and by a failed download.
create trigger embedding_outdated after update of content on messages
when old.content is not new.content and exists (select 1 from embedding_models) begin
  delete from embeddings where message_id = new.id;
  insert or ignore into embedding_queue select id, new.id from embedding_models where removed = 0;
end;

-- Digests

-- A digest at 8 am stays at 8 am in the new time zone. `next_at = 0` makes a background job
-- (src/notices/digests/due.ts) set the time anew. This is a trigger, because several commands set the time zone.
create trigger digest_zone after update of time_zone on users when old.time_zone is not new.time_zone begin
  update digests set next_at = 0 where user_id = new.id;
end;

-- The same for the evening question (src/notices/evening/due.ts).
create trigger evening_zone after update of time_zone on users when old.time_zone is not new.time_zone begin
  update evening_questions set next_at = 0 where user_id = new.id;
end;

-- Webhooks

-- A hook for some boards stays with a board that gets another tag, whoever renames it.
create trigger hook_board_renamed after update of tag on memberships when old.tag is not new.tag begin
  update or replace hook_boards set tag = new.tag
   where tag = old.tag and hook_id in (select id from hooks where user_id = new.user_id);
end;

-- Costs of texts

-- These are triggers, because several statements record that texts were sent and what they cost. If one of
-- them forgot the costs, the sum of a month would be wrong. A price that comes later moves the text from the
-- row without a currency to the row with the currency.
create trigger count_sent_text after update of sent_at, price on outbox
when new.sent_at is not null and (old.sent_at is null or new.price is not old.price)
begin
  update text_costs
     set texts = texts - 1, segments = segments - old.segments,
         amount = amount - coalesce(cast(round(abs(cast(old.price as real)) * 1000000) as integer), 0)
   where old.sent_at is not null and month = strftime('%Y-%m', old.sent_at / 1000, 'unixepoch') and direction = 'out'
     and kind = old.kind and phone = old.phone
     and currency = coalesce(substr(old.price, instr(old.price, ' ') + 1), '');
  insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount)
  values (strftime('%Y-%m', new.sent_at / 1000, 'unixepoch'), 'out', iif(new.state = 'mailed', 'mail', new.kind), new.phone,
          coalesce(substr(new.price, instr(new.price, ' ') + 1), ''), 1, new.segments,
          coalesce(cast(round(abs(cast(new.price as real)) * 1000000) as integer), 0))
      on conflict (month, direction, kind, phone, currency) do update
     set texts = texts + 1, segments = segments + excluded.segments, amount = amount + excluded.amount;
end;

create trigger count_received_text after insert on inbound begin
  insert into text_costs (month, direction, kind, phone, texts, segments)
  values (strftime('%Y-%m', new.received_at / 1000, 'unixepoch'), 'in', new.kind, new.phone, 1, new.segments)
      on conflict (month, direction, kind, phone, currency) do update
     set texts = texts + 1, segments = segments + excluded.segments;
end;

create trigger count_price_received after update of price on inbound when new.price is not old.price begin
  update text_costs
     set texts = texts - 1, segments = segments - old.segments,
         amount = amount - coalesce(cast(round(abs(cast(old.price as real)) * 1000000) as integer), 0)
   where month = strftime('%Y-%m', old.received_at / 1000, 'unixepoch') and direction = 'in'
     and kind = old.kind and phone = old.phone
     and currency = coalesce(substr(old.price, instr(old.price, ' ') + 1), '');
  insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount)
  values (strftime('%Y-%m', new.received_at / 1000, 'unixepoch'), 'in', new.kind, new.phone,
          coalesce(substr(new.price, instr(new.price, ' ') + 1), ''), 1, new.segments,
          coalesce(cast(round(abs(cast(new.price as real)) * 1000000) as integer), 0))
      on conflict (month, direction, kind, phone, currency) do update
     set texts = texts + 1, segments = segments + excluded.segments, amount = amount + excluded.amount;
end;

-- Pushes

-- A push or mail has the same words as its text. This is a trigger, because several statements erase the words
-- of a text.
create trigger erase_push after update of body on outbox
when new.body = '' and coalesce(new.push, new.mail) is not null
begin
  update outbox set push = null, mail = null where id = new.id;
end;

-- The outbox keeps a text for a month (docs/product/outbox.md: Outbox), the list of broadcasts counts it for ever.
create trigger count_gone_text after delete on outbox when old.broadcast_id is not null begin
  update broadcasts
     set gone_sent = gone_sent + (old.state in ('sent', 'delivered')), gone_failed = gone_failed + (old.state = 'failed')
   where id = old.broadcast_id;
end;
