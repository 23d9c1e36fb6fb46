-- The message that a message answers. Not a foreign key: while a deletion can be taken back, the answered message is
-- not in this table, and its replies must find it again when it comes back.

alter table messages add column reply_to_id integer;
create index messages_reply_to on messages (reply_to_id) where reply_to_id is not null;
alter table deleted_messages add column reply_to_id integer;
create index origins_origin on origins (origin);
