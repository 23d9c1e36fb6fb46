-- What a message said before it was changed or deleted leaves the index with it; everything else waits a moment and
-- is indexed with its neighbours, at half the cost.
create index search_queue_changed on search_queue (message_id) where content is not null;
