-- The time zone of each person, such as Europe/Berlin, once it is known.

alter table users add column time_zone text;
