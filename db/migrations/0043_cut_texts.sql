-- Finds the acts whose text a carrier may have cut, without reading all acts of their user.

create index acts_cut on acts (user_id) where data ->> '$.cut.at' is not null;
