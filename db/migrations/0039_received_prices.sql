-- Prices of received texts, which some gateways tell later. A price moves its text from the row of text_costs without a
-- currency to the row with it.

alter table inbound add column price text;
create index inbound_unpriced on inbound (received_at) where price is null;
create trigger count_price_received after update of price on inbound when new.price is not old.price begin
  update text_costs
     set texts = texts - 1, segments = segments - old.segments,
         amount = amount - coalesce(cast(round(abs(cast(old.price as real)) * 1000000) as integer), 0)
   where month = strftime('%Y-%m', old.received_at / 1000, 'unixepoch') and direction = 'in'
     and kind = old.kind and phone = old.phone
     and currency = coalesce(substr(old.price, instr(old.price, ' ') + 1), '');
  insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount)
  values (strftime('%Y-%m', new.received_at / 1000, 'unixepoch'), 'in', new.kind, new.phone,
          coalesce(substr(new.price, instr(new.price, ' ') + 1), ''), 1, new.segments,
          coalesce(cast(round(abs(cast(new.price as real)) * 1000000) as integer), 0))
      on conflict (month, direction, kind, phone, currency) do update
     set texts = texts + 1, segments = segments + excluded.segments, amount = amount + excluded.amount;
end;
