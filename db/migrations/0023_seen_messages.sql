-- Members pin boards, and see which boards have messages that they have not seen. What is there already
-- counts as seen.

alter table memberships add column pinned integer not null default 0;
alter table memberships add column seen_id integer not null default 0;
alter table memberships add column seen_at integer;
update memberships set seen_id = (select coalesce(max(id), 0) from messages);

create index placements_unseen on placements (board_id, message_id);
