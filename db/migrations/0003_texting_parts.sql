-- a text that ends where a carrier cuts long ones may have its rest in the next

alter table inbound add column cut integer default 0 not null;
