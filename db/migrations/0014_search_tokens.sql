-- The tokens in the search index and how many messages have each: a view of FTS5's own, which stores nothing.
create virtual table search_tokens using fts5vocab(search, row);

alter table search_rows rename column marks to tokens;
alter table search_rows rename column extra to link_text;
