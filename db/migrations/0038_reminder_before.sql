-- What a DONE, a SNOOZE or the end of a reminder has changed, so that it can be taken back.

alter table reminders add column before text;
