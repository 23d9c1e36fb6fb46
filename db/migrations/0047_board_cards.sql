-- The lists of boards read what cards show from the boards' own rows, and no longer from several messages of each board.

alter table boards add column member_count integer not null default 0;
alter table boards add column newest_id integer;
alter table boards add column latest_id integer;
alter table boards add column latest_at integer;
alter table boards add column latest_sender_id integer;
alter table boards add column latest text;
alter table memberships add column unread integer not null default 0;

-- What the card of each board shows of its messages, made of the messages themselves. A board without messages has no row.
create view board_cards as
  select b.id as board_id,
         (select max(message_id) from placements where board_id = b.id) as newest_id,
         m.id as latest_id, m.created_at as latest_at, m.sender_id as latest_sender_id,
         json_object(
           'id', m.id, 'content', substr(m.content, 1, 240),
           'photos', json((
             select json_group_array(json(photo)) from (
               select json_object(
                        'id', f.id, 'url', '/api/media/' || f.id, 'type', f.type, 'width', f.width, 'height', f.height,
                        'resized', '/api/media/' || f.id || '/{width}?v=' || substr(f.file, 1, 8),
                        'placeholder', nullif(f.placeholder, ''), 'alt', f.alt,
                        'words', nullif(substr(f.words, 1, 500), '')) as photo
                 from (select message_id as recent from placements where board_id = b.id
                        order by created_at desc, message_id desc limit 6)
                      cross join media f on f.message_id = recent and f.file is not null and f.type like 'image/%'
                limit 4))),
           'fileType', (select type from media where message_id = m.id and file is not null and type not like 'image/%'
                         order by position limit 1)) as latest
    from boards b cross join messages m on m.id = (
           select message_id from placements where board_id = b.id order by created_at desc, message_id desc limit 1);

update boards set
  member_count = (select count(*) from memberships where board_id = boards.id),
  (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
    select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id);
update memberships set unread = (
  select count(*) from placements
   where board_id = memberships.board_id and message_id > seen_id and known_to is not user_id);

drop trigger board_count_up;
drop trigger board_count_down;

create trigger board_placed after insert on placements begin
  update boards
     set message_count = message_count + 1,
         (newest_id, latest_id, latest_at, latest_sender_id, latest) = (
           select newest_id, latest_id, latest_at, latest_sender_id, latest from board_cards where board_id = boards.id)
   where id = new.board_id;
  update memberships set unread = unread + 1
   where board_id = new.board_id and seen_id < new.message_id and user_id is not new.known_to;
end;

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
