create table boards (
  id integer primary key autoincrement not null,
  owner_id integer not null,
  shared integer default 0 not null,
  message_count integer default 0 not null,
  created_at integer not null,
  foreign key (owner_id) references users(id) on delete cascade
) strict;

create index boards_owner on boards (owner_id);

create table codes (
  phone text primary key not null,
  challenge text not null,
  hash text not null,
  tries integer default 0 not null,
  stray_tries integer default 0 not null,
  expires_at integer not null
) without rowid, strict;

create table inbound (
  sid text primary key not null,
  phone text not null,
  kind text not null,
  message_id integer,
  received_at integer not null,
  foreign key (message_id) references messages(id) on delete set null
) without rowid, strict;

create index inbound_phone on inbound (phone,received_at);
create index inbound_message on inbound (message_id);

create table invites (
  phone text primary key not null,
  inviter_id integer not null,
  expires_at integer not null,
  created_at integer not null,
  foreign key (inviter_id) references users(id) on delete cascade
) without rowid, strict;

create index invites_inviter on invites (inviter_id);

create table limit_hits (
  id integer primary key not null,
  name text not null,
  key text not null,
  at integer not null
) strict;

create index limit_hits_window on limit_hits (name,key,at);
create index limit_hits_age on limit_hits (at);

create table media (
  id integer primary key autoincrement not null,
  user_id integer not null,
  message_id integer,
  position integer default 0 not null,
  type text not null,
  name text,
  file text,
  origin text,
  bytes integer,
  width integer,
  height integer,
  created_at integer not null,
  foreign key (user_id) references users(id) on delete cascade,
  foreign key (message_id) references messages(id) on delete cascade
) strict;

create index media_message on media (message_id,position);
create index media_user on media (user_id);

create table memberships (
  board_id integer not null,
  user_id integer not null,
  role text not null,
  tag text not null,
  sms_enabled integer default 1 not null,
  unfamiliar integer default 0 not null,
  notified_at integer,
  joined_at integer not null,
  primary key(board_id, user_id),
  foreign key (board_id) references boards(id) on delete cascade,
  foreign key (user_id) references users(id) on delete cascade,
  check (role in ('owner', 'member'))
) without rowid, strict;

create unique index memberships_tag on memberships (user_id,tag);

create table messages (
  id integer primary key autoincrement not null,
  sender_id integer not null,
  content text not null,
  source text not null,
  created_at integer not null,
  edited_at integer,
  foreign key (sender_id) references users(id) on delete cascade
) strict;

create index messages_sender on messages (sender_id,created_at,id);

create table notices (
  user_id integer not null,
  board_id integer not null,
  message_id integer not null,
  created_at integer not null,
  primary key(user_id, board_id, message_id),
  foreign key (message_id) references messages(id) on delete cascade,
  foreign key (board_id,user_id) references memberships(board_id,user_id) on delete cascade
) without rowid, strict;

create index notices_message on notices (message_id);

create table outbox (
  id integer primary key autoincrement not null,
  phone text not null,
  body text not null,
  kind text not null,
  dedupe_key text,
  state text default 'queued' not null,
  attempts integer default 0 not null,
  next_at integer not null,
  sid text,
  error_code integer,
  error text,
  segments integer not null,
  price text,
  created_at integer not null,
  sent_at integer
) strict;

create unique index outbox_dedupe_key_unique on outbox (dedupe_key);
create unique index outbox_sid_unique on outbox (sid);
create index outbox_due on outbox (state,next_at);
create index outbox_phone on outbox (phone,created_at);
create index outbox_created on outbox (created_at);

create table phones (
  phone text primary key not null,
  stopped_at integer,
  welcomed_at integer,
  failures integer default 0 not null
) without rowid, strict;

create table placements (
  board_id integer not null,
  created_at integer not null,
  message_id integer not null,
  position integer not null,
  tag text not null,
  primary key(board_id, created_at, message_id),
  foreign key (board_id) references boards(id) on delete cascade,
  foreign key (message_id) references messages(id) on delete cascade
) without rowid, strict;

create unique index placements_message on placements (message_id,board_id);

create table sessions (
  id text primary key not null,
  user_id integer not null,
  expires_at integer not null,
  created_at integer not null,
  foreign key (user_id) references users(id) on delete cascade
) without rowid, strict;

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table simulator_texts (
  id integer primary key autoincrement not null,
  phone text not null,
  direction text not null,
  body text not null,
  media text not null,
  created_at integer not null
) strict;

create index simulator_texts_phone on simulator_texts (phone,id);

create table users (
  id integer primary key autoincrement not null,
  phone text not null,
  first_name text,
  last_name text,
  avatar_url text,
  invite_code text not null,
  operator integer default 0 not null,
  version integer default 0 not null,
  last_active_at integer,
  created_at integer not null
) strict;

create unique index users_phone_unique on users (phone);
create unique index users_invite_code_unique on users (invite_code);

-- a board's count is kept here, where no command can forget it

create trigger placements_arrive after insert on placements begin
  update boards set message_count = message_count + 1 where id = new.board_id;
end;

-- a private board lives as long as a message is on it; a shared one until its owner deletes it
create trigger placements_leave after delete on placements begin
  update boards set message_count = message_count - 1 where id = old.board_id;
  delete from boards where id = old.board_id and message_count = 0 and shared = 0;
end;
