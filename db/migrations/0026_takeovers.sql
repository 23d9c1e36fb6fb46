-- True if another machine had the data before, so that texts are looked up and mails are held.
alter table restores add column by_takeover integer default 0 not null check (by_takeover in (0, 1));
