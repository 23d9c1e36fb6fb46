-- What people did by text and can take back by UNDO, also the texts of the last ten minutes before this version.

create table acts (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  message_id integer not null,
  data text not null,
  sent_at integer not null,
  done_at integer not null,
  undone integer default 0 not null
) strict;
create index acts_user on acts (user_id, sent_at);
create index acts_done on acts (done_at);

insert into acts (user_id, kind, message_id, data, sent_at, done_at)
select m.sender_id, 'note', m.id, 'null', i.received_at, i.received_at
  from inbound i join messages m on m.id = i.message_id
 where i.received_at > (select max(received_at) from inbound) - 600000
 order by i.received_at, m.id;
