alter table broadcasts rename column reached_id to cursor_user_id;
alter table broadcasts rename column last_id to last_user_id;
