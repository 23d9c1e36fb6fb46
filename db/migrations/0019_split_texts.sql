-- A later part of a text does not bring the earlier parts onto a shared board, unless the sender replies ALL.

alter table inbound add column continued_id integer;
