-- Whether a person has hidden the offer to get pushes instead of texts.

alter table users add column push_offer_hidden integer not null default 0;
