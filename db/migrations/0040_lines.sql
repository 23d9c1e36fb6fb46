-- The lines that this server has texted over, and which of them knows a text or a file.

create table lines (
  id integer primary key,
  name text not null,
  label text not null,
  phone text not null,
  started_at integer not null,
  announced_at integer
) strict;

-- Until now there were two gateways, whose ids tell which one was used. Its account and number become known
-- at the next start (src/outbox/lines.ts).
insert into lines (id, name, label, phone, started_at)
select 1, iif(sid glob 'SIM*', 'simulator', 'twilio'), iif(sid glob 'SIM*', 'Phone simulator', 'Twilio'), '', 0
  from (select sid from outbox where sid is not null order by id desc limit 1)
 union all
select 1, iif(sid glob 'SIM*', 'simulator', 'twilio'), iif(sid glob 'SIM*', 'Phone simulator', 'Twilio'), '', 0
  from (select sid from inbound order by received_at desc limit 1)
 limit 1;

alter table outbox add column line_id integer references lines (id);
alter table media add column line_id integer references lines (id);

-- Older texts and files are not asked for any more.
update outbox set line_id = 1
 where state in ('held', 'sending') and attempts > 0 and exists (select 1 from lines);
update outbox set line_id = 1
 where id in (select id from outbox where sid is not null order by id desc limit 5000);
update media set line_id = 1 where next_at is not null and exists (select 1 from lines);
update sync_cursors set name = 'texts received over ' || (select name from lines where id = 1)
 where name = 'texts received' and exists (select 1 from lines);
