-- Pinned messages. The view names the columns of a message on a board, as its readers see them.
alter table placements add column pinned integer not null default 0 check (pinned in (0, 1));
create index placements_pinned on placements (board_id, created_at, message_id) where pinned = 1;
drop view visible_messages;
create view visible_messages as
  select p.message_id, p.board_id, v.user_id as reader_id, v.tag as reader_tag, p.tag as sender_tag,
         p.position, p.created_at, p.pinned
    from placements p cross join memberships v on v.board_id = p.board_id;

-- Boards that a member has put away.
alter table memberships add column archived integer not null default 0 check (archived in (0, 1));
