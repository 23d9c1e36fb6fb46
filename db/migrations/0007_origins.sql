-- what this server calls itself in what it exports; never shown to anybody else

create table server (id text not null) strict;
insert into server values (lower(hex(randomblob(8))));

-- where a message was first, for those that have been imported: the same one is not imported twice

create table origins (
  sender_id integer not null,
  origin text not null,
  message_id integer not null unique,
  primary key (sender_id, origin),
  foreign key (message_id) references messages(id) on delete cascade
) without rowid, strict;
