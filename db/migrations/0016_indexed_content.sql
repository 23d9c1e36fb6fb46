-- The column holds what the index still has of an edited or deleted message. SQLite rewrites the triggers and the index.
alter table search_queue rename column content to indexed_content;
