-- photos of texts are fetched after the text is committed, and tried again when the gateway does not give them

alter table media add column attempts integer default 0 not null;
alter table media add column next_at integer; -- when to fetch it; null when there is nothing (more) to fetch
create index media_due on media (next_at) where next_at is not null;

-- a file leaves the disk after its row, whatever deleted the row

create table media_gone (file text primary key not null) without rowid, strict;

create trigger media_leave after delete on media when old.file is not null begin
  insert or ignore into media_gone values (old.file);
end;

-- how far something that goes on in the background has come, by name

create table marks (
  name text primary key not null,
  at integer not null
) without rowid, strict;

-- the simulated carrier knows what it has handed over, and how its phones are doing

alter table simulator_texts add column sid text;
create unique index simulator_texts_sid on simulator_texts (sid);
alter table simulator_texts add column held integer default 0 not null;
alter table simulator_texts add column error_code integer;

create table simulator_phones (
  phone text primary key not null,
  delivery text not null
) without rowid, strict;
