create table links (
  message_id integer not null,
  url text not null,
  primary key (message_id, url),
  foreign key (message_id) references messages(id) on delete cascade
) without rowid, strict;

create index links_url on links (url);

create table previews (
  url text primary key not null,
  state text not null,
  final_url text not null,
  title text,
  description text,
  site_name text,
  expires_at integer not null,
  picture_id text unique,
  picture blob,
  picture_type text,
  picture_width integer,
  picture_height integer
) strict;

create index previews_expiry on previews (expires_at);

create table movies (
  imdb_id text primary key not null,
  title text,
  year integer,
  rating real,
  genres text not null,
  expires_at integer not null,
  picture_id text unique,
  picture blob,
  picture_type text,
  picture_width integer,
  picture_height integer
) strict;

create table avatars (
  user_id integer primary key not null,
  url text not null,
  expires_at integer not null,
  picture_id text unique,
  picture blob,
  picture_type text,
  picture_width integer,
  picture_height integer,
  foreign key (user_id) references users(id) on delete cascade
) strict;

-- an address is part of somebody's text: it is forgotten with the last message that has it
create trigger links_end after delete on links
when not exists (select 1 from links where url = old.url)
begin
  delete from previews where url = old.url;
end;
