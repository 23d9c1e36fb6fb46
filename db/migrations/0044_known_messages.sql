-- Counting the unread messages of a board reads an index alone, and no longer each of these messages.

alter table placements add column known_to integer;
update placements set known_to = (select sender_id from messages where id = message_id and source <> 'sms');

drop index placements_unseen;
create index placements_unseen on placements (board_id, message_id, known_to);
