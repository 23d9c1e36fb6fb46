-- Only an address that its owner has confirmed.
alter table users add column mail_address text;
alter table users add column mail_confirmed_at integer;
alter table users add column by_mail integer not null default 0 check (by_mail in (0, 1));
alter table users add column mail_failures integer not null default 0; -- since the last mail that did not come back
create unique index users_mail_address on users (mail_address) where mail_address is not null;

-- An address that waits for the click on the link in its mail.
create table mail_confirmations (
  user_id integer primary key not null references users (id) on delete cascade,
  hash text not null,
  address text not null,
  expires_at integer not null
) strict;
create unique index mail_confirmations_hash on mail_confirmations (hash);

alter table outbox add column mail text; -- JSON: the mail in place of this text (src/outbox/mail.ts)
drop index outbox_waiting;
create index outbox_waiting on outbox (state, next_at)
 where state in ('held', 'limited', 'pushing', 'mailing', 'queued', 'sending');

-- What the phone simulator's mailboxes have.
create table simulator_mails (
  id integer primary key autoincrement not null,
  phone text not null,
  address text not null,
  subject text not null,
  words text not null,
  html text not null,
  created_at integer not null
) strict;
create index simulator_mails_phone on simulator_mails (phone, id);
