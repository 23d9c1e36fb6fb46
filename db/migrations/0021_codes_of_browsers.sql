-- Each browser that asks for a code to a number has a code of its own. So nobody can end the code of another
-- person by asking for a code to the same number.

create table new_codes (
  challenge text primary key not null,
  phone text not null,
  device text,
  network text,
  hash text not null,
  tries integer default 0 not null,
  max_tries integer not null,
  expires_at integer not null
) strict;
insert into new_codes (challenge, phone, hash, tries, max_tries, expires_at)
  select challenge, phone, hash, tries, 5, expires_at from codes;
-- the key by which the server finds the text with the code of a browser
update outbox set dedupe_key = 'code ' || (select challenge from codes c where c.phone = outbox.phone)
 where id in (select max(o.id) from outbox o join codes c on c.phone = o.phone where o.kind = 'code' group by o.phone);
drop table codes;
alter table new_codes rename to codes;
create index codes_phone on codes (phone, expires_at);
create index codes_expiry on codes (expires_at);
