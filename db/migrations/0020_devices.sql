-- People can see where they are signed in, and end those sessions. API calls identify a session by `number`.

alter table sessions add column number integer not null default 0;
alter table sessions add column browser text;
alter table sessions add column system text;
alter table sessions add column network text;
alter table sessions add column seen_at integer;

update sessions set number = abs(random()) >> 17;
create unique index sessions_number on sessions (number);
