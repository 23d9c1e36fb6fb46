-- Sixteen colours that a browser shows until a picture is loaded (src/contract/media.ts). Null until they are
-- made; empty if there are none.
alter table media add column placeholder text;
-- finds the pictures that have no colours yet; a chore makes the colours
create index media_unprepared on media (id) where placeholder is null and width is not null;
