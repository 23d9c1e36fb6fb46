-- The message with the earlier parts of a long text, if the last part names a shared board that this message
-- is not on. The message gets onto that board only if the sender replies ALL.

alter table inbound add column continued_id integer;
