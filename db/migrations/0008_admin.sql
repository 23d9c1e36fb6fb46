-- one text to everybody: how far it has come is where its next one starts

create table broadcasts (
  id integer primary key autoincrement not null,
  sender_id integer,
  body text not null,
  state text default 'sending' not null,
  reached_id integer default 0 not null, -- everybody up to this user has been seen to
  last_id integer not null,              -- who came after this user, joined later
  next_at integer not null,
  created_at integer not null,
  ended_at integer,
  foreign key (sender_id) references users(id) on delete set null,
  constraint broadcasts_state check (state in ('sending', 'stopped', 'done'))
) strict;

create unique index broadcasts_one on broadcasts (state) where state = 'sending';
create index broadcasts_sender on broadcasts (sender_id);

alter table outbox add column broadcast_id integer references broadcasts(id) on delete set null;
create index outbox_broadcast on outbox (broadcast_id, state) where broadcast_id is not null;

-- the few boards that operators read feedback from, among all

create index memberships_feedback on memberships (board_id) where tag = 'feedback';
