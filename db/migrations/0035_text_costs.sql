-- What texts cost by month, kind and number. Rows outlive the texts that they count, so that an account that is deleted
-- lowers no sum.

alter table inbound add column segments integer default 1 not null;
create table text_costs (
  month text not null,
  direction text not null constraint text_costs_direction check (direction in ('in', 'out')),
  kind text not null,
  phone text not null,
  currency text default '' not null,
  texts integer not null,
  segments integer not null,
  amount integer default 0 not null,
  primary key (month, direction, kind, phone, currency)
) strict;
create index text_costs_phone on text_costs (phone);

create trigger count_sent_text after update of sent_at, price on outbox
when new.sent_at is not null and (old.sent_at is null or new.price is not old.price)
begin
  update text_costs
     set texts = texts - 1, segments = segments - old.segments,
         amount = amount - coalesce(cast(round(abs(cast(old.price as real)) * 1000000) as integer), 0)
   where old.sent_at is not null and month = strftime('%Y-%m', old.sent_at / 1000, 'unixepoch') and direction = 'out'
     and kind = old.kind and phone = old.phone
     and currency = coalesce(substr(old.price, instr(old.price, ' ') + 1), '');
  insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount)
  values (strftime('%Y-%m', new.sent_at / 1000, 'unixepoch'), 'out', new.kind, new.phone,
          coalesce(substr(new.price, instr(new.price, ' ') + 1), ''), 1, new.segments,
          coalesce(cast(round(abs(cast(new.price as real)) * 1000000) as integer), 0))
      on conflict (month, direction, kind, phone, currency) do update
     set texts = texts + 1, segments = segments + excluded.segments, amount = amount + excluded.amount;
end;

create trigger count_received_text after insert on inbound begin
  insert into text_costs (month, direction, kind, phone, texts, segments)
  values (strftime('%Y-%m', new.received_at / 1000, 'unixepoch'), 'in', new.kind, new.phone, 1, new.segments)
      on conflict (month, direction, kind, phone, currency) do update
     set texts = texts + 1, segments = segments + excluded.segments;
end;

insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount)
select strftime('%Y-%m', sent_at / 1000, 'unixepoch'), 'out', kind, phone,
       coalesce(substr(price, instr(price, ' ') + 1), ''), count(*), sum(segments),
       coalesce(sum(cast(round(abs(cast(price as real)) * 1000000) as integer)), 0)
  from outbox where sent_at is not null group by 1, 2, 3, 4, 5;
insert into text_costs (month, direction, kind, phone, texts, segments)
select strftime('%Y-%m', received_at / 1000, 'unixepoch'), 'in', kind, phone, count(*), sum(segments)
  from inbound group by 1, 2, 3, 4;
