-- Of all texts few wait: with the statistics of a large outbox, SQLite would read it whole to find them.
drop index outbox_due;
create index outbox_waiting on outbox (state, next_at)
 where state in ('held', 'limited', 'pushing', 'queued', 'sending');
create index outbox_failed on outbox (created_at) where state = 'failed';
create index outbox_sent on outbox (sent_at) where sent_at is not null;

-- Texts that are not in the outbox any more.
alter table broadcasts add column gone_sent integer not null default 0;
alter table broadcasts add column gone_failed integer not null default 0;

-- Hits of a limit may join one row for a hundredth of its window.
alter table rate_limit_hits add column count integer not null default 1;
update rate_limit_hits set count = 0 where name = 'text to anybody a day';
insert into rate_limit_hits (name, key, at, count)
select name, key, min(at), count(*) from rate_limit_hits where count = 0 group by name, key, at / 864000;
delete from rate_limit_hits where count = 0;

-- Posts of which not all members were told yet.
create table unfinished_posts (
  message_id integer not null references messages (id) on delete cascade,
  board_id integer not null references boards (id) on delete cascade,
  told_user_id integer not null, -- members with higher ids are still to be told
  created_at integer not null,
  primary key (message_id, board_id)
) without rowid, strict;
create index unfinished_posts_board on unfinished_posts (board_id);
