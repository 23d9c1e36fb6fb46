-- The one rule of who sees what: a message is seen by everybody who belongs to a board that it is on.
create view visible_messages as
  select p.message_id, p.board_id, v.user_id as reader_id, v.tag as reader_tag, p.tag as sender_tag,
         p.position, p.created_at
    from placements p cross join memberships v on v.board_id = p.board_id;
