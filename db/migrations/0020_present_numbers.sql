-- Some countries have changed the form of their mobile numbers. Stored numbers get the present form, so that
-- one person has one account (src/app/phone.ts). If somebody already has an account for each form, both stay.

create temp table present_numbers (old text primary key, present text not null) strict;
insert or ignore into present_numbers
  select phone, case
      when phone glob '+54[1-3]*' then '+549' || substr(phone, 4)
      when phone glob '+521*' then '+52' || substr(phone, 5)
      else substr(phone, 1, 5) || '9' || substr(phone, 6)
    end
    from (select phone from users union select phone from phones union select phone from inbound
          union select phone from outbox union select phone from invites union select phone from simulator_texts
          union select phone from simulator_phones)
   where phone glob '+54[1-3][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
      or phone glob '+521[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'
      or phone glob '+55[1-9][1-9][689][0-9][0-9][0-9][0-9][0-9][0-9][0-9]';

-- A STOP from either form of a number holds for its present form.
insert into phones (phone, stopped_at, welcomed_at, failures)
  select n.present, p.stopped_at, p.welcomed_at, 0 from phones p join present_numbers n on n.old = p.phone where true
    on conflict (phone) do update set
      stopped_at = coalesce(stopped_at, excluded.stopped_at), welcomed_at = coalesce(welcomed_at, excluded.welcomed_at);
delete from phones where phone in (select old from present_numbers);

-- Texts must stay with their account. So nothing more is changed for a person with two accounts.
delete from present_numbers
  where old in (select phone from users) and present in (select phone from users);

update users set phone = n.present from present_numbers n where n.old = phone;
update inbound set phone = n.present from present_numbers n where n.old = phone;
update outbox set phone = n.present from present_numbers n where n.old = phone;
update simulator_texts set phone = n.present from present_numbers n where n.old = phone;
update or ignore simulator_phones set phone = n.present from present_numbers n where n.old = phone;
delete from simulator_phones where phone in (select old from present_numbers);
update or ignore invites set phone = n.present from present_numbers n where n.old = phone;
delete from invites where phone in (select old from present_numbers);
-- the hash of a code contains the number, so the codes of changed numbers cannot be used any more
delete from codes where phone in (select old from present_numbers);

drop table present_numbers;
