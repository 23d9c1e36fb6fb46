-- The card of a board shows words and photos of the same message, and which message that one answers.
drop view board_cards;
create view board_cards as
  select b.id as board_id,
         (select max(message_id) from placements where board_id = b.id) as newest_id,
         m.id as latest_id, m.created_at as latest_at, m.sender_id as latest_sender_id,
         json_object(
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
                         order by position limit 1)) as latest
    from boards b cross join messages m on m.id = (
           select message_id from placements where board_id = b.id order by created_at desc, message_id desc limit 1);
update boards set latest = (select latest from board_cards where board_id = boards.id) where latest_id is not null;

create table new_account_log (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  act text not null constraint account_log_act check (act in (
    'passkey added', 'passkey removed', 'sign-ins ended', 'token made', 'token revoked', 'exported',
    'calendar renewed', 'number changed')),
  detail text not null,
  at integer not null
) strict;
insert into new_account_log select id, user_id, act, detail, at from account_log;
drop table account_log;
alter table new_account_log rename to account_log;
create index account_log_user on account_log (user_id, id);
