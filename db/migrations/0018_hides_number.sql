-- A member who was chosen by name: the owner of the board does not see the number.
alter table memberships add column hides_number integer not null default 0 check (hides_number in (0, 1));
