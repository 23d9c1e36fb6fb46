-- After a restore, texts with an older cause wait until an operator decides, because they may have been sent.

create table restores (
  restored_at integer primary key not null,
  decision text default 'hold' not null,
  constraint restores_decision check (decision in ('hold', 'send', 'drop'))
) strict;

alter table outbox add column look_up_since integer;
