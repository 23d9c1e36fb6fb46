-- a text that ends where a carrier cuts long ones may have its rest in the next

alter table inbound add column cut integer default 0 not null;

-- a text that tells of a message goes with it if it has not gone out, and says nothing of it any more if it has;
-- one that is being sent right now keeps its words, by which it is found at the gateway

create trigger messages_untold after delete on messages begin
  delete from outbox
   where dedupe_key >= 'post ' || old.id || ' to ' and dedupe_key < 'post ' || old.id || ' to ~' and state = 'queued';
  update outbox set body = ''
   where dedupe_key >= 'post ' || old.id || ' to ' and dedupe_key < 'post ' || old.id || ' to ~' and state <> 'sending';
end;
