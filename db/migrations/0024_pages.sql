-- A board that its owner has published at /p/{address}.
create table pages (
  board_id integer primary key not null references boards (id) on delete cascade,
  address text not null unique,
  licence text not null,
  indexed integer not null check (indexed in (0, 1)), -- search engines may list it
  created_at integer not null
) strict;

-- At /g/{secret} somebody without an account reads a board, and may post to it.
create table guest_links (
  id integer primary key autoincrement not null,
  board_id integer not null,
  user_id integer not null, -- who made it
  secret text not null unique,
  may_post integer not null check (may_post in (0, 1)),
  created_at integer not null,
  expires_at integer not null,
  foreign key (board_id, user_id) references memberships (board_id, user_id) on delete cascade
) strict;
create index guest_links_board on guest_links (board_id, user_id);
create index guest_links_expires on guest_links (expires_at);

-- Whether what this member posts on the board shows on its page, and to guests.
alter table memberships add column on_page integer not null default 0 check (on_page in (0, 1));
alter table memberships add column for_guests integer not null default 0 check (for_guests in (0, 1));

-- The name that a guest gave; the sender is who made the link.
alter table messages add column guest text;
alter table deleted_messages add column guest text;

-- As before, with the guest; cards of messages without one stay as they are kept.
drop view board_cards;
create view board_cards as
  select b.id as board_id,
         (select max(message_id) from placements where board_id = b.id) as newest_id,
         m.id as latest_id, m.created_at as latest_at, m.sender_id as latest_sender_id,
         json_insert(json_object(
           'replyTo', m.reply_to_id, 'id', m.id, 'content', substr(m.content, 1, 240),
           'photos', json((
             select json_group_array(json(photo)) from (
               select json_object(
                        'id', f.id, 'url', '/api/media/' || f.id, 'type', f.type, 'width', f.width, 'height', f.height,
                        'resized', '/api/media/' || f.id || '/{width}?v=' || substr(f.file, 1, 8),
                        'placeholder', nullif(f.placeholder, ''), 'alt', f.alt,
                        'words', nullif(substr(f.words, 1, 500), '')) as photo
                 from media f
                where f.message_id = m.id and f.file is not null and f.type like 'image/%'
                order by f.position limit 4))),
           'fileType', (select type from media where message_id = m.id and file is not null and type not like 'image/%'
                         order by position limit 1)),
           iif(m.guest is null, '$.id', '$.guest'), m.guest) as latest
    from boards b cross join messages m on m.id = (
           select message_id from placements where board_id = b.id order by created_at desc, message_id desc limit 1);
