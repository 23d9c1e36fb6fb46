-- The secret addresses for notes by mail: of a person, and of a person for one of their boards.
create table mail_addresses (
  secret text primary key not null,
  user_id integer not null references users (id) on delete cascade,
  board_id integer, -- null for that of the person
  created_at integer not null,
  foreign key (board_id, user_id) references memberships (board_id, user_id) on delete cascade
) strict, without rowid;
create unique index mail_addresses_user on mail_addresses (user_id, coalesce(board_id, 0));
create index mail_addresses_board on mail_addresses (board_id, user_id);

-- What has come by mail, so that it is taken in once.
create table mails (
  key text primary key not null, -- SHA-256 of its Message-ID, or of all of it, and of whose it is
  user_id integer references users (id) on delete cascade, -- null for a bounce
  kind text not null check (kind in ('message', 'command', 'reply', 'bounce', 'empty', 'no room')),
  message_id integer references messages (id) on delete set null,
  received_at integer not null
) strict, without rowid;
create index mails_user on mails (user_id);
create index mails_message on mails (message_id);
create index mails_received on mails (received_at);

-- JSON: the mail that asked, which the answer goes with (src/outbox/answers-by-mail.ts).
alter table questions add column by_mail text;

create table new_account_log (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  act text not null constraint account_log_act check (act in (
    'passkey added', 'passkey removed', 'sign-ins ended', 'token made', 'token revoked', 'exported',
    'calendar renewed', 'number changed', 'mail address made', 'mail confirmed')),
  detail text not null,
  at integer not null
) strict;
insert into new_account_log select * from account_log;
drop table account_log;
alter table new_account_log rename to account_log;
create index account_log_user on account_log (user_id, id);
