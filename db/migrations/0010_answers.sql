-- Texts without a hashtag that follow a notification about the board are posted there as answers.
alter table memberships add column answers_posted integer not null default 0 check (answers_posted in (0, 1));

-- The text of a question that may be a note: kept as one if nothing is found.
alter table questions add column note text;
