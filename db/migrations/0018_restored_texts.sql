-- Texts that were caused before a restore may have been sent already. All but codes wait until an operator
-- decides.

create table restores (
  restored_at integer primary key not null,
  decision text default 'hold' not null,
  constraint restores_decision check (decision in ('hold', 'send', 'drop'))
) strict;

alter table outbox add column look_up_since integer;
