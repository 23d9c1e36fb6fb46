-- People

create table users (
  id integer primary key autoincrement not null,
  phone text not null,
  first_name text,
  last_name text,
  avatar_url text,
  invite_code text not null,
  operator integer default 0 not null,
  version integer default 0 not null,
  last_active_at integer,
  created_at integer not null,
  asks_before_embeds integer default 0 not null,
  time_zone text,
  calendar integer default 0 not null,
  push_offer_hidden integer not null default 0,
  reload_version integer not null default 0
) strict;
create unique index users_phone_unique on users (phone);
create unique index users_invite_code_unique on users (invite_code);

create table first_steps (
  user_id integer primary key references users (id) on delete cascade,
  texted_at integer,
  photo_at integer,
  shared_at integer,
  found_at integer,
  dismissed_at integer
) strict;

-- A row names no user, and is deleted after 30 days (src/people/auth/ended-sessions.ts).
create table ended_sessions (
  id text primary key, -- id that the session had
  reason text not null check (reason in ('elsewhere', 'expired', 'deleted', 'operator')),
  ended_at integer not null
) strict, without rowid;
create index ended_sessions_age on ended_sessions (ended_at);

create table phones (
  phone text primary key not null,
  stopped_at integer,
  welcomed_at integer,
  failures integer default 0 not null
) without rowid, strict;

create table consents (
  id integer primary key autoincrement,
  phone text not null,
  act text not null constraint consents_act
    check (act in ('text', 'sign-in', 'code', 'invite', 'start', 'account', 'stop')),
  words text,
  inviter_id integer references users (id) on delete set null,
  at integer not null
) strict;
create index consents_phone on consents (phone, id);
create index consents_inviter on consents (inviter_id);

create table sessions (
  id text primary key not null,
  user_id integer not null references users (id) on delete cascade,
  expires_at integer not null,
  created_at integer not null,
  number integer not null default 0,
  browser text,
  system text,
  network text,
  seen_at integer
) without rowid, strict;
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_number on sessions (number);

create table push_subscriptions (
  session_id text primary key references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  shows_text integer not null,
  created_at integer not null,
  taken_at integer,
  error text
) strict, without rowid;

create table access_tokens (
  id integer primary key autoincrement,
  hash text not null unique, -- SHA-256 of the token
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  scope text not null constraint access_tokens_scope check (scope in ('read', 'write', 'admin')),
  expires_at integer, -- null if the token does not expire
  created_at integer not null,
  used_at integer,
  network text, -- the beginning of the IP address that last used the token, or `this machine`
  program text -- from the `User-Agent` of the last use
) strict;
create index access_tokens_user on access_tokens (user_id);

create table passkeys (
  id integer primary key autoincrement,
  credential text not null unique,
  user_id integer not null references users (id) on delete cascade,
  public_key blob not null,
  counter integer not null,
  transports text not null,
  synced integer not null,
  browser text,
  system text,
  created_at integer not null,
  used_at integer
) strict;
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  hash text primary key, -- SHA-256 of the challenge
  user_id integer references users (id) on delete cascade,
  expires_at integer not null
) strict, without rowid;
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table account_log (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  act text not null constraint account_log_act check (act in ('passkey added', 'passkey removed', 'sign-ins ended')),
  detail text not null,
  at integer not null
) strict;
create index account_log_user on account_log (user_id, id);

create table codes (
  challenge text primary key not null,
  phone text not null,
  device text,
  network text,
  hash text not null,
  tries integer default 0 not null,
  max_tries integer not null,
  expires_at integer not null
) strict;
create index codes_phone on codes (phone, expires_at);
create index codes_expiry on codes (expires_at);

create table sign_in_texts (
  phone text not null,
  hash text not null,
  challenge text,
  browser text,
  system text,
  network text,
  tries integer default 0 not null,
  user_id integer references users (id) on delete cascade,
  expires_at integer not null,
  primary key (phone, hash)
) strict;
create unique index sign_in_texts_challenge on sign_in_texts (challenge);
create index sign_in_texts_user on sign_in_texts (user_id);
create index sign_in_texts_expiry on sign_in_texts (expires_at);

create table sign_in_links (
  hash text primary key not null,
  user_id integer not null references users (id) on delete cascade,
  used_at integer,
  expires_at integer not null
) strict;
create index sign_in_links_user on sign_in_links (user_id);
create index sign_in_links_expiry on sign_in_links (expires_at);

create table rate_limit_hits (
  id integer primary key not null,
  name text not null,
  key text not null,
  at integer not null
) strict;
create index rate_limit_hits_window on rate_limit_hits (name, key, at);
create index rate_limit_hits_age on rate_limit_hits (at);

-- Boards

create table boards (
  id integer primary key autoincrement not null,
  owner_id integer not null references users (id) on delete cascade,
  shared integer default 0 not null,
  message_count integer default 0 not null,
  created_at integer not null,
  left_board_id integer references boards(id) on delete set null,
  member_count integer not null default 0,
  newest_id integer,
  latest_id integer,
  latest_at integer,
  latest_sender_id integer,
  latest text
) strict;
create index boards_owner on boards (owner_id);
create index boards_shared on boards (owner_id) where shared = 1;
create index boards_left_board on boards (left_board_id);

create table memberships (
  board_id integer not null references boards (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  role text not null,
  tag text not null,
  sms_enabled integer default 1 not null,
  tag_chosen_by_other integer default 0 not null,
  notified_at integer,
  joined_at integer not null,
  pinned integer not null default 0,
  seen_id integer not null default 0,
  seen_at integer,
  by_push integer not null default 1,
  unread integer not null default 0,
  primary key(board_id, user_id),
  check (role in ('owner', 'member'))
) without rowid, strict;
create unique index memberships_tag on memberships (user_id, tag);
create index memberships_role on memberships (user_id, role);
create index memberships_feedback on memberships (board_id) where tag = 'feedback';

create table lost_boards (
  user_id integer not null references users (id) on delete cascade,
  tag text not null, -- the person's own tag for the board
  owner_id integer references users (id) on delete set null,
  board_id integer references boards (id) on delete set null,
  primary key (user_id, tag)
) strict;
create index lost_boards_owner on lost_boards (owner_id);
create index lost_boards_board on lost_boards (board_id);

-- Messages

create table messages (
  id integer primary key autoincrement not null,
  sender_id integer not null references users (id) on delete cascade,
  content text not null,
  source text not null,
  created_at integer not null,
  edited_at integer,
  reply_to_id integer
) strict;
create index messages_sender on messages (sender_id, created_at);
create index messages_reply_to on messages (reply_to_id) where reply_to_id is not null;

create table placements (
  board_id integer not null references boards (id) on delete cascade,
  created_at integer not null,
  message_id integer not null references messages (id) on delete cascade,
  position integer not null,
  tag text not null,
  known_to integer,
  primary key(board_id, created_at, message_id)
) without rowid, strict;
create unique index placements_message on placements (message_id, board_id);
create index placements_unseen on placements (board_id, message_id, known_to);

create table deleted_messages (
  id integer primary key,
  sender_id integer not null references users (id) on delete cascade,
  content text not null,
  source text not null,
  created_at integer not null,
  edited_at integer,
  origin text,
  placements text not null,
  texts text not null,
  tag text,
  deleted_at integer not null,
  reply_to_id integer,
  reminders text default '[]' not null
) strict;
create index deleted_messages_sender on deleted_messages (sender_id, tag);
create index deleted_messages_age on deleted_messages (deleted_at);

create table reminders (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  message_id integer not null references messages (id) on delete cascade,
  at integer,
  starts text,
  rule text,
  snoozed integer default 0 not null,
  set_at integer not null,
  sent_at integer,
  done_at integer,
  before text
) strict;
create unique index reminders_of_person on reminders (user_id, message_id);
create index reminders_message on reminders (message_id);
create index reminders_due on reminders (at) where at is not null and done_at is null;
create index reminders_set on reminders (set_at) where at is not null and done_at is null;

create table media (
  id integer primary key autoincrement not null,
  user_id integer not null references users (id) on delete cascade,
  message_id integer references messages (id) on delete cascade,
  position integer default 0 not null,
  type text not null,
  name text,
  file text,
  origin text,
  bytes integer,
  width integer,
  height integer,
  created_at integer not null,
  unfinished_attempts integer default 0 not null,
  next_at integer,
  failure text,
  deleted_message_id integer references deleted_messages (id) on delete cascade,
  placeholder text,
  alt text,
  words text,
  word_places text,
  words_attempts integer not null default 0,
  line_id integer references lines (id)
) strict;
create index media_message on media (message_id, position);
create index media_user on media (user_id);
create index media_due on media (next_at) where next_at is not null;
create index media_deleted_message on media (deleted_message_id) where deleted_message_id is not null;
create index media_unprepared on media (id) where placeholder is null and width is not null;
create index media_unread on media (id) where words is null and width is not null;

create table files_to_delete (
  file text primary key not null
) without rowid, strict;

-- Search

create virtual table search using fts5(
  words, content='', columnsize=0, detail=none, tokenize="ascii tokenchars ':#@+='"
);
-- deleted words must not stay in the file
insert into search (search, rank) values ('secure-delete', 1);
-- the chore that merges the index merges any two segments of a level
insert into search (search, rank) values ('usermerge', 2);
-- the tokens of the index, and how many messages have each; stores nothing
create virtual table search_tokens using fts5vocab(search, row);

create table search_rows (
  message_id integer primary key not null,
  tokens text not null, -- filter tokens, joined by the function `packTokens`
  attached_text text
) strict;

create table search_queue (
  message_id integer primary key not null, -- no foreign key, because a deleted message has no row
  indexed_content text -- before an edit or deletion; still in the index
) strict;
create index search_queue_changed on search_queue (message_id) where indexed_content is not null;

create table embedding_models (
  id integer primary key autoincrement not null,
  name text not null, -- changes whenever something changes the vectors
  dimensions integer default 0 not null, -- length of the vectors; 0 until the first embedding
  queued_below integer not null, -- messages with a lower id are not queued yet
  complete integer default 0 not null, -- 1 once all messages were embedded; from then on, searches use this model
  removed integer default 0 not null -- 1 if it is not configured any more, and its embeddings are being deleted
) strict;
create unique index embedding_models_name on embedding_models (name);

-- A row without a vector is for a message that the model does not understand.
create table embeddings (
  id integer primary key autoincrement not null,
  model_id integer not null references embedding_models (id),
  message_id integer not null references messages (id) on delete cascade,
  user_id integer not null, -- the sender
  bits blob, -- one bit for the sign of each number of the vector
  vector blob -- 8-bit numbers; only the direction counts
) strict;
create unique index embeddings_message on embeddings (message_id, model_id);
create index embeddings_bits on embeddings (model_id, user_id, id, message_id, bits);
create index embeddings_left_to_words on embeddings (model_id) where bits is null;

create table embedding_queue (
  model_id integer not null references embedding_models (id) on delete cascade,
  message_id integer not null references messages (id) on delete cascade,
  primary key (model_id, message_id)
) strict, without rowid;
create index embedding_queue_message on embedding_queue (message_id);

create table search_version (
  version text not null
) strict;

create table idempotency_keys (
  user_id integer not null references users (id) on delete cascade,
  request_hash text not null, -- SHA-256 of the input, with the idempotency key but without the field `expects`
  message_id integer not null references messages (id) on delete cascade,
  at integer not null,
  primary key (user_id, request_hash)
) without rowid, strict;
create index idempotency_keys_message on idempotency_keys (message_id);
create index idempotency_keys_at on idempotency_keys (at);

-- Texting

create table inbound (
  sid text primary key not null,
  phone text not null,
  kind text not null,
  message_id integer references messages (id) on delete set null,
  received_at integer not null,
  cut integer default 0 not null,
  continued_id integer,
  segments integer default 1 not null,
  price text
) without rowid, strict;
create index inbound_phone on inbound (phone, received_at);
create index inbound_message on inbound (message_id);
create index inbound_unpriced on inbound (received_at) where price is null;

create table acts (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  kind text not null, -- a key of UNDO in src/texting/commands/undo.ts
  message_id integer not null, -- it may have been deleted since; 0 for a change of settings
  data text not null, -- JSON; what UNDO needs to know
  sent_at integer not null, -- when the text was sent
  done_at integer not null, -- when the text was received and carried out
  undone integer default 0 not null
) strict;
create index acts_user on acts (user_id, sent_at);
create index acts_done on acts (done_at);
create index acts_cut on acts (user_id) where data ->> '$.cut.at' is not null;

create table questions (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  query text not null,
  asked_at integer not null, -- when the text was sent
  closed integer default 0 not null,
  answered_at integer, -- of the last answer to it, or to a MORE that followed it
  found text default '[]' not null, -- JSON array of ids
  total integer default 0 not null, -- number of all messages that were found; `found` may have fewer
  shown integer default 0 not null -- highest number that an answer has given to a message so far
) strict;
create index questions_user on questions (user_id, answered_at);
create index questions_open on questions (id) where not closed;
create index questions_asked on questions (asked_at);

create table opened_messages (
  user_id integer primary key references users (id) on delete cascade,
  message_id integer not null references messages (id) on delete cascade,
  opened_at integer not null
) strict;
create index opened_messages_message on opened_messages (message_id);

create table outbox (
  id integer primary key autoincrement not null,
  phone text not null,
  body text not null,
  kind text not null,
  dedupe_key text,
  state text default 'queued' not null,
  attempts integer default 0 not null,
  next_at integer not null,
  sid text,
  error_code integer,
  error text,
  segments integer not null,
  price text,
  created_at integer not null,
  sent_at integer,
  broadcast_id integer references broadcasts(id) on delete set null,
  look_up_since integer,
  line_id integer references lines (id),
  push text
) strict;
create unique index outbox_dedupe_key_unique on outbox (dedupe_key);
create unique index outbox_sid_unique on outbox (sid);
create index outbox_due on outbox (state, next_at);
create index outbox_phone on outbox (phone, created_at);
create index outbox_created on outbox (created_at);
create index outbox_broadcast on outbox (broadcast_id, state) where broadcast_id is not null;

-- A text that has no price yet counts in the row without a currency.
create table text_costs (
  month text not null, -- such as 2026-01
  direction text not null constraint text_costs_direction check (direction in ('in', 'out')),
  kind text not null, -- as in `outbox` or `inbound`
  phone text not null,
  currency text default '' not null,
  texts integer not null,
  segments integer not null,
  amount integer default 0 not null, -- in millionths of the currency
  primary key (month, direction, kind, phone, currency)
) strict;
create index text_costs_phone on text_costs (phone);

create table broadcasts (
  id integer primary key autoincrement not null,
  sender_id integer references users (id) on delete set null,
  body text not null,
  state text default 'sending' not null,
  cursor_user_id integer default 0 not null,
  last_user_id integer not null,
  next_at integer not null,
  created_at integer not null,
  ended_at integer,
  constraint broadcasts_state check (state in ('sending', 'stopped', 'done'))
) strict;
create unique index broadcasts_one on broadcasts (state) where state = 'sending';
create index broadcasts_sender on broadcasts (sender_id);

create table restores (
  restored_at integer primary key not null,
  decision text default 'hold' not null,
  constraint restores_decision check (decision in ('hold', 'send', 'drop'))
) strict;

create table pending_notifications (
  user_id integer not null,
  board_id integer not null,
  message_id integer not null references messages (id) on delete cascade,
  created_at integer not null,
  for_digest integer not null default 0,
  primary key(user_id, board_id, message_id),
  foreign key (board_id,user_id) references memberships(board_id,user_id) on delete cascade
) without rowid, strict;
create index pending_notifications_message on pending_notifications (message_id);
create index pending_notifications_gathered on pending_notifications (user_id, board_id) where for_digest = 0;

create table digests (
  user_id integer not null references users (id) on delete cascade,
  board_id integer,
  weekday integer,
  minute integer not null,
  next_at integer not null,
  foreign key (board_id, user_id) references memberships (board_id, user_id) on delete cascade,
  constraint digests_weekday check (weekday between 0 and 6),
  constraint digests_minute check (minute between 0 and 1439)
) strict;
create unique index digests_user on digests (user_id, coalesce(board_id, 0));
create index digests_board on digests (board_id, user_id);
create index digests_next on digests (next_at);

create table invites (
  phone text primary key not null,
  inviter_id integer not null references users (id) on delete cascade,
  expires_at integer not null,
  created_at integer not null
) without rowid, strict;
create index invites_inviter on invites (inviter_id);

create table board_invites (
  id integer primary key autoincrement,
  board_id integer references boards (id) on delete set null,
  phone text not null,
  inviter_id integer not null references users (id) on delete cascade,
  expires_at integer not null,
  created_at integer not null
) strict;
create unique index board_invites_board on board_invites (board_id, phone);
create index board_invites_phone on board_invites (phone);
create index board_invites_inviter on board_invites (inviter_id);

create table simulator_texts (
  id integer primary key autoincrement not null,
  phone text not null,
  direction text not null,
  body text not null,
  media text not null,
  created_at integer not null,
  sid text,
  held integer default 0 not null,
  error_code integer
) strict;
create index simulator_texts_phone on simulator_texts (phone, id);
create unique index simulator_texts_sid on simulator_texts (sid);

create table simulator_phones (
  phone text primary key not null,
  delivery text not null
) without rowid, strict;

create table lines (
  id integer primary key,
  name text not null,
  label text not null,
  phone text not null,
  started_at integer not null,
  announced_at integer
) strict;

create table sync_cursors (
  name text primary key not null,
  at integer not null
) without rowid, strict;

-- Links

create table links (
  message_id integer not null references messages (id) on delete cascade,
  url text not null,
  primary key (message_id, url)
) without rowid, strict;
create index links_url on links (url);

create table previews (
  url text primary key not null,
  state text not null,
  final_url text not null,
  title text,
  description text,
  site_name text,
  expires_at integer not null,
  picture_id text unique,
  picture blob,
  picture_type text,
  picture_width integer,
  picture_height integer
) strict;
create index previews_expiry on previews (expires_at);

create table movies (
  imdb_id text primary key not null,
  title text,
  year integer,
  rating real,
  genres text not null,
  expires_at integer not null,
  picture_id text unique,
  picture blob,
  picture_type text,
  picture_width integer,
  picture_height integer
) strict;

create table avatars (
  user_id integer primary key not null references users (id) on delete cascade,
  url text not null,
  expires_at integer not null,
  picture_id text unique,
  picture blob,
  picture_type text,
  picture_width integer,
  picture_height integer
) strict;

-- Archives

-- The id that each imported message had in its archive, so that no message is imported twice.
create table origins (
  sender_id integer not null,
  origin text not null,
  message_id integer not null unique references messages (id) on delete cascade,
  import_id integer, -- no foreign key, because the row of `imports` is deleted after a day
  primary key (sender_id, origin)
) without rowid, strict;
create index origins_origin on origins (origin);
create index origins_import on origins (import_id) where import_id is not null;

create table imports (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  files text not null,
  state text not null constraint imports_state
    check (state in ('looking', 'looked', 'importing', 'done', 'failed', 'undoing', 'undone')),
  starts_itself integer not null constraint imports_starts_itself check (starts_itself in (0, 1)),
  "groups" text,
  tag text,
  format text,
  look text,
  result text,
  error text,
  created_at integer not null,
  ended_at integer
) strict;
create index imports_user on imports (user_id, id);
create index imports_work on imports (id) where state in ('looking', 'importing', 'undoing');

-- One row with the random id of this server. In its exports, the ids of messages begin with this id.
create table server (
  id text not null
) strict;
insert into server values (lower(hex(randomblob(8))));

-- Views

-- Who sees what: a message is seen by the members of each board that it is on. `cross join` makes SQLite look up
-- the placements of a message first, and then each membership by its key.
create view visible_messages as
  select p.message_id, p.board_id, v.user_id as reader_id, v.tag as reader_tag, p.tag as sender_tag,
         p.position, p.created_at
    from placements p cross join memberships v on v.board_id = p.board_id;

-- What the card of a board shows of its messages. A board without messages has no row.
create view board_cards as
  select b.id as board_id,
         (select max(message_id) from placements where board_id = b.id) as newest_id,
         m.id as latest_id, m.created_at as latest_at, m.sender_id as latest_sender_id,
         json_object(
           'id', m.id, 'content', substr(m.content, 1, 240),
           'photos', json((
             select json_group_array(json(photo)) from (
               select json_object(
                        'id', f.id, 'url', '/api/media/' || f.id, 'type', f.type, 'width', f.width, 'height', f.height,
                        'resized', '/api/media/' || f.id || '/{width}?v=' || substr(f.file, 1, 8),
                        'placeholder', nullif(f.placeholder, ''), 'alt', f.alt,
                        'words', nullif(substr(f.words, 1, 500), '')) as photo
                 from (select message_id as recent from placements where board_id = b.id
                        order by created_at desc, message_id desc limit 6)
                      cross join media f on f.message_id = recent and f.file is not null and f.type like 'image/%'
                limit 4))),
           'fileType', (select type from media where message_id = m.id and file is not null and type not like 'image/%'
                         order by position limit 1)) as latest
    from boards b cross join messages m on m.id = (
           select message_id from placements where board_id = b.id order by created_at desc, message_id desc limit 1);
