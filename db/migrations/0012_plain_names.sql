-- Names that say what a table or a column holds. SQLite rewrites the triggers and indexes that use them.

alter table memberships rename column unfamiliar to tag_chosen_by_other;
alter table boards rename column remains_of to left_board_id;
alter table marks rename to sync_cursors;
alter table notices rename to pending_notifications;
alter table media_gone rename to files_to_delete;
alter table limit_hits rename to rate_limit_hits;
alter table repeats rename to idempotency_keys;
alter table idempotency_keys rename column call to request_hash;

drop index boards_remains;
create index boards_left_board on boards (left_board_id);
drop index notices_message;
create index pending_notifications_message on pending_notifications (message_id);
drop index limit_hits_window;
drop index limit_hits_age;
create index rate_limit_hits_window on rate_limit_hits (name,key,at);
create index rate_limit_hits_age on rate_limit_hits (at);
drop index repeats_message;
drop index repeats_at;
create index idempotency_keys_message on idempotency_keys (message_id);
create index idempotency_keys_at on idempotency_keys (at);
