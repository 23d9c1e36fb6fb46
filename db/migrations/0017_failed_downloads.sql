-- A failed download of a text's photo is tried for as long as the gateway keeps the photo, and then stays listed.

alter table media rename column attempts to unfinished_attempts;
alter table media add column failure text;
