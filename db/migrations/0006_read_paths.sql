-- the shared boards of somebody with hundreds of private ones, without walking those
create index boards_shared on boards (owner_id) where shared = 1;
create index memberships_role on memberships (user_id, role);
