-- How often the process that reads the files of an import was ended.
alter table imports add column tries integer not null default 0;
