-- so that the chore that merges the index merges any two segments of a level
insert into search (search, rank) values ('usermerge', 2);
