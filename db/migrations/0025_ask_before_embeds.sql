-- People can choose that no post of another site is shown before they click its card.

alter table users add column asks_before_embeds integer default 0 not null;
