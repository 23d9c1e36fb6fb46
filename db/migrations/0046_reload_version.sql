-- Polls of pages of messages get only what is new, unless something else has changed since their last answer.

alter table users add column reload_version integer not null default 0;
