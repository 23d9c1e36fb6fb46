import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { ImportLook, ImportOutcome } from '../src/contract/imports';
import type { PushWords } from '../src/contract/push';

/** Times are integer milliseconds UTC, phone numbers are E.164, and the tables are STRICT. */

const id = integer('id').primaryKey({ autoIncrement: true }); // the id of a deleted row is not used again
const phone = text('phone').notNull();
const createdAt = integer('created_at').notNull();
const expiresAt = integer('expires_at').notNull();

/** A row is deleted with the person, board or message to which it belongs. */
const person = <Name extends string>(name: Name) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const userId = person('user_id');
const boardId = integer('board_id')
  .notNull()
  .references(() => boards.id, { onDelete: 'cascade' });
const messageId = integer('message_id')
  .notNull()
  .references(() => messages.id, { onDelete: 'cascade' });

// People

export const users = sqliteTable('users', {
  id,
  phone: text('phone').notNull().unique(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  avatarUrl: text('avatar_url'),
  inviteCode: text('invite_code').notNull().unique(),
  operator: integer('operator', { mode: 'boolean' }).notNull().default(false),
  /** Grows whenever something that this user sees has changed (src/people/versions.ts). */
  version: integer('version').notNull().default(0),
  /** A new message is not such a change (docs/product/calls.md: Polled pages). */
  reloadVersion: integer('reload_version').notNull().default(0),
  lastActiveAt: integer('last_active_at'),
  asksBeforeEmbeds: integer('asks_before_embeds', { mode: 'boolean' }).notNull().default(false),
  timeZone: text('time_zone'), // name in the IANA database; null if none was set
  /** Number of calendar URLs so far; negative if the last one was ended (src/notices/reminders/calendar.ts). */
  calendar: integer('calendar').notNull().default(0),
  pushOfferHidden: integer('push_offer_hidden', { mode: 'boolean' }).notNull().default(false),
  createdAt,
});

export type User = typeof users.$inferSelect;

export const firstSteps = sqliteTable('first_steps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  textedAt: integer('texted_at'),
  photoAt: integer('photo_at'),
  sharedAt: integer('shared_at'),
  foundAt: integer('found_at'),
  dismissedAt: integer('dismissed_at'),
});

/** A row names no user, and is deleted after 30 days (src/people/auth/ended-sessions.ts). */
export const endedSessions = sqliteTable(
  'ended_sessions',
  {
    id: text('id').primaryKey(), // id that the session had
    reason: text('reason').notNull(), // `elsewhere`, `expired`, `deleted` or `operator`
    endedAt: integer('ended_at').notNull(),
  },
  (t) => [
    index('ended_sessions_age').on(t.endedAt),
    check('ended_sessions_reason', sql`${t.reason} in ('elsewhere', 'expired', 'deleted', 'operator')`),
  ],
);

export const phones = sqliteTable('phones', {
  phone: text('phone').primaryKey(),
  stoppedAt: integer('stopped_at'),
  welcomedAt: integer('welcomed_at'),
  failures: integer('failures').notNull().default(0),
});

export const consents = sqliteTable(
  'consents',
  {
    id,
    phone,
    act: text('act', {
      enum: ['text', 'sign-in', 'code', 'invite', 'start', 'account', 'stop'],
    }).notNull(),
    words: text('words'), // the keyword, such as START, YES or STOP
    inviterId: integer('inviter_id').references(() => users.id, { onDelete: 'set null' }),
    at: integer('at').notNull(),
  },
  (t) => [
    index('consents_phone').on(t.phone, t.id),
    index('consents_inviter').on(t.inviterId),
    check('consents_act', sql`${t.act} in ('text', 'sign-in', 'code', 'invite', 'start', 'account', 'stop')`),
  ],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(), // SHA-256 of the cookie's token
    number: integer('number').notNull().default(0), // random; API calls identify the session by it
    userId,
    expiresAt,
    createdAt,
    browser: text('browser'),
    system: text('system'),
    network: text('network'), // the beginning of the browser's IP address, or `this machine`
    seenAt: integer('seen_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    uniqueIndex('sessions_number').on(t.number),
  ],
);

export const pushSubscriptions = sqliteTable('push_subscriptions', {
  sessionId: text('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  // URL at the browser's push service; whoever knows it can send pushes to the browser
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(), // public key of the browser, in base64url
  auth: text('auth').notNull(), // secret of the browser, in base64url
  showsText: integer('shows_text', { mode: 'boolean' }).notNull(), // true if pushes quote messages
  createdAt,
  takenAt: integer('taken_at'), // time at which the push service last accepted a push
  error: text('error'), // why the push service did not accept the last push; null if it did
});

export const accessTokens = sqliteTable(
  'access_tokens',
  {
    id,
    hash: text('hash').notNull().unique(), // SHA-256 of the token
    userId,
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write', 'admin'] }).notNull(),
    expiresAt: integer('expires_at'), // null if the token does not expire
    createdAt,
    usedAt: integer('used_at'),
    network: text('network'), // the beginning of the IP address that last used the token, or `this machine`
    program: text('program'), // name of the program, from the `User-Agent` of the last use
  },
  (t) => [
    index('access_tokens_user').on(t.userId),
    check('access_tokens_scope', sql`${t.scope} in ('read', 'write', 'admin')`),
  ],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    id,
    credential: text('credential').notNull().unique(), // id of the passkey at the authenticator, in base64url
    userId,
    // in COSE format, unchanged from the authenticator
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    // number of signatures so far, as counted by the authenticator; 0 if it does not count
    counter: integer('counter').notNull(),
    // JSON array of the ways to reach the authenticator, such as ["internal"]
    transports: text('transports').notNull(),
    // true if the passkey is on several devices of the person
    synced: integer('synced', { mode: 'boolean' }).notNull(),
    browser: text('browser'), // browser of the device that added the passkey
    system: text('system'),
    createdAt,
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    hash: text('hash').primaryKey(), // SHA-256 of the challenge
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt,
  },
  (t) => [index('passkey_challenges_user').on(t.userId), index('passkey_challenges_expiry').on(t.expiresAt)],
);

export const accountLog = sqliteTable(
  'account_log',
  {
    id,
    userId,
    act: text('act', { enum: ['passkey added', 'passkey removed', 'sign-ins ended'] }).notNull(),
    // for a passkey, its device; for ended sign-ins, the operator and what was ended
    detail: text('detail').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    index('account_log_user').on(t.userId, t.id),
    check('account_log_act', sql`${t.act} in ('passkey added', 'passkey removed', 'sign-ins ended')`),
  ],
);

export const codes = sqliteTable(
  'codes',
  {
    challenge: text('challenge').primaryKey(), // SHA-256 of the challenge cookie
    phone,
    device: text('device'), // SHA-256 of the device's id if a known device asked for the code, else null
    network: text('network'), // HMAC of the network from which the code was asked for; null for this machine
    hash: text('hash').notNull(), // HMAC of the code
    tries: integer('tries').notNull().default(0), // wrong tries with the challenge cookie
    maxTries: integer('max_tries').notNull(),
    expiresAt,
  },
  (t) => [index('codes_phone').on(t.phone, t.expiresAt), index('codes_expiry').on(t.expiresAt)],
);

/**
 * A row stays for an hour after its end, so that a text that comes late or twice does not become a message.
 */
export const signInTexts = sqliteTable(
  'sign_in_texts',
  {
    phone,
    hash: text('hash').notNull(), // HMAC of the words that the person must text
    challenge: text('challenge'), // SHA-256 of the browser's cookie; null once the browser is signed in
    browser: text('browser'),
    system: text('system'),
    network: text('network'), // the beginning of the browser's IP address
    // number of wrong phrases that came from the phone number by text
    tries: integer('tries').notNull().default(0),
    // the person who sent the text; null before the text came
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt,
  },
  (t) => [
    primaryKey({ columns: [t.phone, t.hash] }),
    uniqueIndex('sign_in_texts_challenge').on(t.challenge),
    index('sign_in_texts_user').on(t.userId),
    index('sign_in_texts_expiry').on(t.expiresAt),
  ],
);

export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    hash: text('hash').primaryKey(), // SHA-256 of the secret in the link
    userId,
    usedAt: integer('used_at'),
    expiresAt,
  },
  (t) => [index('sign_in_links_user').on(t.userId), index('sign_in_links_expiry').on(t.expiresAt)],
);

export const rateLimitHits = sqliteTable(
  'rate_limit_hits',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    key: text('key').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('rate_limit_hits_window').on(t.name, t.key, t.at), index('rate_limit_hits_age').on(t.at)],
);

// Boards

export const boards = sqliteTable(
  'boards',
  {
    id,
    ownerId: person('owner_id'),
    shared: integer('shared', { mode: 'boolean' }).notNull().default(false),
    messageCount: integer('message_count').notNull().default(0),
    createdAt,
    /** The shared board that the owner of this private board has left. */
    leftBoardId: integer('left_board_id').references((): AnySQLiteColumn => boards.id, {
      onDelete: 'set null',
    }),
    // Triggers (db/triggers.sql) update `messageCount` and the columns below, so that one row has everything
    // that the board's card shows.
    memberCount: integer('member_count').notNull().default(0),
    newestId: integer('newest_id'), // highest id of a message on the board; null if it has no messages
    latestId: integer('latest_id'), // message with the newest time
    latestAt: integer('latest_at'),
    latestSenderId: integer('latest_sender_id'),
    latest: text('latest'), // JSON of message `latestId` and of recent photos (src/contract/board-lists.ts)
  },
  (t) => [
    index('boards_owner').on(t.ownerId),
    index('boards_shared').on(t.ownerId).where(sql`${t.shared} = 1`),
    index('boards_left_board').on(t.leftBoardId),
  ],
);

export const memberships = sqliteTable(
  'memberships',
  {
    boardId,
    userId,
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    tag: text('tag').notNull(),
    smsEnabled: integer('sms_enabled', { mode: 'boolean' }).notNull().default(true),
    byPush: integer('by_push', { mode: 'boolean' }).notNull().default(true),
    tagChosenByOther: integer('tag_chosen_by_other', { mode: 'boolean' }).notNull().default(false),
    notifiedAt: integer('notified_at'), // time of the last notification about this board
    joinedAt: integer('joined_at').notNull(),
    pinned: integer('pinned', { mode: 'boolean' }).notNull().default(false),
    /** Messages with a higher id are new to this member (docs/product/boards.md: Seen messages). */
    seenId: integer('seen_id').notNull().default(0),
    seenAt: integer('seen_at'), // when `seen_id` was last raised; null if it never was
    // number of messages that are new to this member; triggers update it
    unread: integer('unread').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.boardId, t.userId] }),
    unique('memberships_tag').on(t.userId, t.tag),
    index('memberships_feedback').on(t.boardId).where(sql`tag = 'feedback'`),
    index('memberships_role').on(t.userId, t.role),
    check('memberships_role', sql`${t.role} in ('owner', 'member')`),
  ],
);

export const lostBoards = sqliteTable(
  'lost_boards',
  {
    userId,
    tag: text('tag').notNull(), // the person's own tag for the board
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'set null' }),
    boardId: integer('board_id').references(() => boards.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tag] }),
    index('lost_boards_owner').on(t.ownerId),
    index('lost_boards_board').on(t.boardId),
  ],
);

// Messages

export const messages = sqliteTable(
  'messages',
  {
    id,
    senderId: person('sender_id'),
    content: text('content').notNull(),
    source: text('source', { enum: ['sms', 'ui', 'api'] }).notNull(),
    createdAt,
    editedAt: integer('edited_at'),
    /**
     * No foreign key, because that message may be deleted, and stored again when its sender takes
     * the deletion back (docs/product/messages.md: Replies).
     */
    replyToId: integer('reply_to_id'),
  },
  (t) => [
    index('messages_sender').on(t.senderId, t.createdAt),
    index('messages_reply_to').on(t.replyToId).where(sql`reply_to_id is not null`),
  ],
);

/** `createdAt` is copied from the message, so that one index scan reads a page of a board. */
export const placements = sqliteTable(
  'placements',
  {
    boardId,
    createdAt,
    messageId,
    position: integer('position').notNull(), // position of the board among the boards of the message, from 0
    /** The sender's tag for the board when the message was posted or its content was last edited. */
    tag: text('tag').notNull(),
    knownTo: integer('known_to'),
  },
  (t) => [
    primaryKey({ columns: [t.boardId, t.createdAt, t.messageId] }),
    unique('placements_message').on(t.messageId, t.boardId),
    index('placements_unseen').on(t.boardId, t.messageId, t.knownTo),
  ],
);

// The view `visible_messages` (migrations/0001_tables.sql) is the rule of who sees a message
// (docs/product/boards.md: Visibility).

/** A deleted message has no row in `messages`, so that no query of `messages` finds it. */
export const deletedMessages = sqliteTable(
  'deleted_messages',
  {
    id: integer('id').primaryKey(),
    senderId: person('sender_id'),
    content: text('content').notNull(),
    source: text('source', { enum: ['sms', 'ui', 'api'] }).notNull(),
    createdAt,
    editedAt: integer('edited_at'),
    origin: text('origin'), // id that an imported message had in its archive, as in `origins`
    placements: text('placements', { mode: 'json' }).notNull(), // the boards that the message was on
    texts: text('texts', { mode: 'json' }).$type<string[]>().notNull(),
    reminders: text('reminders', { mode: 'json' }).notNull().default('[]'),
    tag: text('tag'), // the tag that was deleted with all its messages; null if the message was deleted alone
    deletedAt: integer('deleted_at').notNull(),
    replyToId: integer('reply_to_id'),
  },
  (t) => [
    index('deleted_messages_sender').on(t.senderId, t.tag),
    index('deleted_messages_age').on(t.deletedAt),
  ],
);

/**
 * `at` is the time of the next text, or null if none is to come. `starts` is the first time on the person's
 * clock, such as `2026-11-27T09:00`. It is null if the person gave a time such as "in 2 hours", which does
 * not depend on that clock.
 */
export const reminders = sqliteTable(
  'reminders',
  {
    id,
    userId,
    messageId,
    at: integer('at'),
    starts: text('starts'),
    rule: text('rule'),
    snoozed: integer('snoozed', { mode: 'boolean' }).notNull().default(false),
    setAt: integer('set_at').notNull(), // when `at` was set
    // when the reminder was last sent; null if it was never sent, and also null after a DONE if the reminder
    // goes on
    sentAt: integer('sent_at'),
    // when the person marked the reminder as done or ended it; the row is deleted a day later
    doneAt: integer('done_at'),
    // the values of the row before the reminder was last marked as done, put off or ended, so that this
    // change can be undone
    before: text('before', { mode: 'json' }),
  },
  (t) => [
    uniqueIndex('reminders_of_person').on(t.userId, t.messageId),
    index('reminders_message').on(t.messageId),
    index('reminders_due').on(t.at).where(sql`at is not null and done_at is null`),
    index('reminders_set').on(t.setAt).where(sql`at is not null and done_at is null`),
  ],
);

/** An upload has no `messageId` until it is attached (docs/product/media.md: Uploads). */
export const media = sqliteTable(
  'media',
  {
    id,
    userId,
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    deletedMessageId: integer('deleted_message_id').references(() => deletedMessages.id, {
      onDelete: 'cascade',
    }),
    position: integer('position').notNull().default(0),
    type: text('type').notNull(), // MIME type
    name: text('name'),
    file: text('file'), // file name in DATA_DIR/media; null until the file is downloaded
    // URL of the file at the gateway, or a data: URL; null once the file is downloaded
    origin: text('origin'),
    lineId: integer('line_id').references(() => lines.id), // line (see `lines`) whose gateway has the file
    bytes: integer('bytes'),
    width: integer('width'),
    height: integer('height'),
    // number of download attempts in a row that ended with a crash of the server
    unfinishedAttempts: integer('unfinished_attempts').notNull().default(0),
    nextAt: integer('next_at'), // time of the next download attempt; null when there is none
    failure: text('failure'), // reason of the last failed download
    createdAt,
    // colours to show until a picture is loaded; null until they are made, empty if there are none
    placeholder: text('placeholder'),
    alt: text('alt'), // alternative text by the sender
    // words in a picture, line by line; null until the picture is read, empty if it has no words
    words: text('words'),
    wordPlaces: text('word_places', { mode: 'json' }), // see `StoredPlaces` in src/media/words/words.ts
    wordsAttempts: integer('words_attempts').notNull().default(0),
  },
  (t) => [
    index('media_message').on(t.messageId, t.position),
    index('media_user').on(t.userId),
    index('media_due').on(t.nextAt).where(sql`next_at is not null`),
    index('media_deleted_message').on(t.deletedMessageId).where(sql`deleted_message_id is not null`),
    index('media_unprepared').on(t.id).where(sql`placeholder is null and width is not null`),
    index('media_unread').on(t.id).where(sql`words is null and width is not null`),
  ],
);

export const filesToDelete = sqliteTable('files_to_delete', { file: text('file').primaryKey() });

// Search. Two tables of FTS5 are not in this file, because drizzle cannot describe them: `search` and
// `search_tokens` (migrations/0001_tables.sql).

export const searchRows = sqliteTable('search_rows', {
  messageId: integer('message_id').primaryKey(),
  tokens: text('tokens').notNull(), // filter tokens, joined by the function `packTokens`
  attachedText: text('attached_text'),
});

/** `messageId` is not a foreign key, because a deleted message has no row. */
export const searchQueue = sqliteTable(
  'search_queue',
  {
    messageId: integer('message_id').primaryKey(),
    // content before an edit or deletion; the index still has this content
    indexedContent: text('indexed_content'),
  },
  (t) => [index('search_queue_changed').on(t.messageId).where(sql`indexed_content is not null`)],
);

export const embeddingModels = sqliteTable(
  'embedding_models',
  {
    id,
    /** Name of the model. It must change whenever something changes the vectors. */
    name: text('name').notNull(),
    /** Length of the model's vectors; 0 until the first embedding. */
    dimensions: integer('dimensions').notNull().default(0),
    /** Messages with a lower id are not queued yet. */
    queuedBelow: integer('queued_below').notNull(),
    /** 1 once all messages were embedded. From then on, searches use this model. */
    complete: integer('complete').notNull().default(0),
    /** 1 if the model is not configured any more, and its embeddings are being deleted. */
    removed: integer('removed').notNull().default(0),
  },
  (t) => [uniqueIndex('embedding_models_name').on(t.name)],
);

/** A row without a vector is for a message that the model does not understand. */
export const embeddings = sqliteTable(
  'embeddings',
  {
    id,
    modelId: integer('model_id')
      .notNull()
      .references(() => embeddingModels.id),
    messageId,
    userId: integer('user_id').notNull(), // the sender
    bits: blob('bits', { mode: 'buffer' }), // one bit for the sign of each number of the vector
    vector: blob('vector', { mode: 'buffer' }), // 8-bit numbers; only the direction counts
  },
  (t) => [
    uniqueIndex('embeddings_message').on(t.messageId, t.modelId),
    index('embeddings_bits').on(t.modelId, t.userId, t.id, t.messageId, t.bits),
    index('embeddings_left_to_words').on(t.modelId).where(sql`bits is null`),
  ],
);

export const embeddingQueue = sqliteTable(
  'embedding_queue',
  {
    modelId: integer('model_id')
      .notNull()
      .references(() => embeddingModels.id, { onDelete: 'cascade' }),
    messageId,
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.messageId] }),
    index('embedding_queue_message').on(t.messageId),
  ],
);

export const searchVersion = sqliteTable('search_version', { version: text('version').notNull() });

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    userId,
    // SHA-256 of the API input, with the idempotency key but without the field `expects`
    requestHash: text('request_hash').notNull(),
    messageId,
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.requestHash] }),
    index('idempotency_keys_message').on(t.messageId),
    index('idempotency_keys_at').on(t.at),
  ],
);

// Texting

/** The key is the gateway's id, so that a text is stored only once if the gateway delivers it twice. */
export const inbound = sqliteTable(
  'inbound',
  {
    sid: text('sid').primaryKey(), // the gateway's id; with Twilio the MessageSid
    phone,
    kind: text('kind', {
      enum: [
        'message',
        'stop',
        'start',
        'help',
        'join',
        'undo',
        'all',
        'sign-in',
        'command',
        'echo',
        'empty',
        'refused',
      ],
    }).notNull(),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'set null' }),
    /**
     * True if the text ends where carriers cut long texts, so that the next text may continue this one
     * (docs/product/texting.md: Joined texts).
     */
    cut: integer('cut', { mode: 'boolean' }).notNull().default(false),
    receivedAt: integer('received_at').notNull(),
    /**
     * Set if this text continues an earlier message, but names a shared board that the earlier message is not
     * on. The value is the id of the earlier message.
     */
    continuedId: integer('continued_id'),
    segments: integer('segments').notNull().default(1),
    price: text('price'),
  },
  (t) => [
    index('inbound_phone').on(t.phone, t.receivedAt),
    index('inbound_message').on(t.messageId),
    index('inbound_unpriced').on(t.receivedAt).where(sql`price is null`),
  ],
);

export const acts = sqliteTable(
  'acts',
  {
    id,
    userId,
    kind: text('kind').notNull(), // a key of UNDO in src/texting/commands/undo.ts
    // id of the message, which may have been deleted since; 0 for a change of settings
    messageId: integer('message_id').notNull(),
    data: text('data', { mode: 'json' }).notNull(), // what UNDO needs to know
    sentAt: integer('sent_at').notNull(), // when the text was sent
    doneAt: integer('done_at').notNull(), // when the text was received and carried out
    undone: integer('undone', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('acts_user').on(t.userId, t.sentAt),
    index('acts_done').on(t.doneAt),
    index('acts_cut').on(t.userId).where(sql`data ->> '$.cut.at' is not null`),
  ],
);

export const questions = sqliteTable(
  'questions',
  {
    id,
    userId,
    query: text('query').notNull(),
    askedAt: integer('asked_at').notNull(), // when the text was sent
    closed: integer('closed', { mode: 'boolean' }).notNull().default(false),
    // time of the last answer to this question, or to a MORE that followed the question
    answeredAt: integer('answered_at'),
    found: text('found', { mode: 'json' }).$type<number[]>().notNull().default([]),
    // number of all messages that were found; `found` may have fewer ids
    total: integer('total').notNull().default(0),
    // highest number that an answer has given to a message so far
    shown: integer('shown').notNull().default(0),
  },
  (t) => [
    index('questions_user').on(t.userId, t.answeredAt),
    index('questions_open').on(t.id).where(sql`not closed`),
    index('questions_asked').on(t.askedAt),
  ],
);

export const openedMessages = sqliteTable(
  'opened_messages',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId,
    openedAt: integer('opened_at').notNull(),
  },
  (t) => [index('opened_messages_message').on(t.messageId)],
);

/** The transaction that causes a text also writes its row here. */
export const outbox = sqliteTable(
  'outbox',
  {
    id,
    phone,
    /**
     * When the text is no longer to be sent, the words of a code are erased at once, and the words of other
     * texts within a month.
     */
    body: text('body').notNull(),
    kind: text('kind', {
      enum: [
        'code',
        'welcome',
        'reply',
        'stop',
        'reminder',
        'notification',
        'membership',
        'invite',
        'broadcast',
      ],
    }).notNull(),
    /** Names the cause of the text, so that the same cause does not send a second text. */
    dedupeKey: text('dedupe_key').unique(),
    state: text('state', {
      enum: [
        'held',
        'limited',
        'pushing',
        'pushed',
        'queued',
        'sending',
        'sent',
        'delivered',
        'failed',
        'dropped',
      ],
    })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at').notNull(), // time of the next attempt
    lineId: integer('line_id').references(() => lines.id), // line (see `lines`) that the text was sent over
    sid: text('sid').unique(),
    errorCode: integer('error_code'),
    error: text('error'),
    segments: integer('segments').notNull(),
    price: text('price'), // price with its currency, as the gateway reports it
    createdAt,
    sentAt: integer('sent_at'),
    /** Earliest time at which the gateway may already have sent this text. Null stands for `createdAt`. */
    lookUpSince: integer('look_up_since'),
    broadcastId: integer('broadcast_id').references(() => broadcasts.id, { onDelete: 'set null' }),
    /** Words of the push that is to be sent instead of this text. */
    push: text('push', { mode: 'json' }).$type<PushWords>(),
  },
  (t) => [
    index('outbox_due').on(t.state, t.nextAt),
    index('outbox_phone').on(t.phone, t.createdAt),
    index('outbox_created').on(t.createdAt),
    index('outbox_broadcast').on(t.broadcastId, t.state).where(sql`broadcast_id is not null`),
  ],
);

/** A text that has no price yet counts in the row without a currency. */
export const textCosts = sqliteTable(
  'text_costs',
  {
    month: text('month').notNull(), // such as 2026-01
    direction: text('direction', { enum: ['in', 'out'] }).notNull(),
    kind: text('kind').notNull(), // kind of the texts, as in `outbox` or `inbound`
    phone,
    currency: text('currency').notNull().default(''),
    texts: integer('texts').notNull(),
    segments: integer('segments').notNull(),
    amount: integer('amount').notNull().default(0), // in millionths of the currency
  },
  (t) => [
    primaryKey({ columns: [t.month, t.direction, t.kind, t.phone, t.currency] }),
    index('text_costs_phone').on(t.phone),
    check('text_costs_direction', sql`${t.direction} in ('in', 'out')`),
  ],
);

export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id,
    senderId: integer('sender_id').references(() => users.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    state: text('state', { enum: ['sending', 'stopped', 'done'] })
      .notNull()
      .default('sending'),
    cursorUserId: integer('cursor_user_id').notNull().default(0), // users up to this id have been handled
    lastUserId: integer('last_user_id').notNull(), // users with a higher id joined later and are not texted
    nextAt: integer('next_at').notNull(),
    createdAt,
    endedAt: integer('ended_at'),
  },
  (t) => [
    uniqueIndex('broadcasts_one').on(t.state).where(sql`state = 'sending'`),
    index('broadcasts_sender').on(t.senderId),
    check('broadcasts_state', sql`${t.state} in ('sending', 'stopped', 'done')`),
  ],
);

export const restores = sqliteTable(
  'restores',
  {
    restoredAt: integer('restored_at').primaryKey(),
    decision: text('decision', { enum: ['hold', 'send', 'drop'] })
      .notNull()
      .default('hold'),
  },
  (t) => [check('restores_decision', sql`${t.decision} in ('hold', 'send', 'drop')`)],
);

export const pendingNotifications = sqliteTable(
  'pending_notifications',
  {
    userId: integer('user_id').notNull(),
    boardId: integer('board_id').notNull(),
    messageId,
    createdAt,
    /** True if the member learns of the message by a digest, and gets no notification of it. */
    forDigest: integer('for_digest', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.boardId, t.messageId] }),
    index('pending_notifications_gathered').on(t.userId, t.boardId).where(sql`for_digest = 0`),
    index('pending_notifications_message').on(t.messageId),
    // a member who leaves the board is not notified of its messages any more
    foreignKey({
      columns: [t.boardId, t.userId],
      foreignColumns: [memberships.boardId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A digest of all shared boards omits the boards for which the person has another digest. */
export const digests = sqliteTable(
  'digests',
  {
    userId,
    boardId: integer('board_id'), // null for all shared boards
    weekday: integer('weekday'), // 0 is Sunday; null for every day
    minute: integer('minute').notNull(), // minute of the day, on the person's clock
    // 0 if this time must be computed anew, because the time zone has changed
    nextAt: integer('next_at').notNull(),
  },
  (t) => [
    uniqueIndex('digests_user').on(t.userId, sql`coalesce(board_id, 0)`),
    index('digests_board').on(t.boardId, t.userId),
    index('digests_next').on(t.nextAt),
    check('digests_weekday', sql`${t.weekday} between 0 and 6`),
    check('digests_minute', sql`${t.minute} between 0 and 1439`),
    foreignKey({
      columns: [t.boardId, t.userId],
      foreignColumns: [memberships.boardId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A phone number has only its newest invitation here (docs/product/members.md: Invitations). */
export const invites = sqliteTable(
  'invites',
  {
    phone: text('phone').primaryKey(),
    inviterId: person('inviter_id'),
    expiresAt,
    createdAt,
  },
  (t) => [index('invites_inviter').on(t.inviterId)],
);

/** An ended invitation stays for a while, so that a late YES gets an answer. */
export const boardInvites = sqliteTable(
  'board_invites',
  {
    id,
    // null if the board was deleted, or the invitation was taken back or has expired
    boardId: integer('board_id').references(() => boards.id, { onDelete: 'set null' }),
    phone,
    inviterId: person('inviter_id'),
    expiresAt,
    createdAt,
  },
  (t) => [
    uniqueIndex('board_invites_board').on(t.boardId, t.phone),
    index('board_invites_phone').on(t.phone),
    index('board_invites_inviter').on(t.inviterId),
  ],
);

export const simulatorTexts = sqliteTable(
  'simulator_texts',
  {
    id,
    phone,
    direction: text('direction', { enum: ['inbound', 'outbound'] }).notNull(),
    body: text('body').notNull(),
    media: text('media', { mode: 'json' }).$type<string[]>().notNull(),
    sid: text('sid').unique(), // id that the gateway gives an inbound text
    // true for an inbound text that the simulated carrier has not delivered yet
    held: integer('held', { mode: 'boolean' }).notNull().default(false),
    errorCode: integer('error_code'), // reason why an outbound text was not delivered
    createdAt,
  },
  (t) => [index('simulator_texts_phone').on(t.phone, t.id)],
);

export const simulatorPhones = sqliteTable('simulator_phones', {
  phone: text('phone').primaryKey(),
  delivery: text('delivery', { enum: ['slow', 'failing', 'unreachable'] }).notNull(),
});

/** A line is a phone number of an account at an SMS gateway. */
export const lines = sqliteTable('lines', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(), // kind of the gateway, and its account
  label: text('label').notNull(), // name that operators read, such as Twilio
  phone, // the number that people texted
  startedAt: integer('started_at').notNull(),
  announcedAt: integer('announced_at'), // when an operator told people of the number, or chose not to
});

/**
 * The row `line away` is an exception. This row exists while the phone that sends our texts is away. The `at`
 * of the row is the time at which that phone was last seen.
 */
export const syncCursors = sqliteTable('sync_cursors', {
  name: text('name').primaryKey(),
  at: integer('at').notNull(),
});

// Links

/** Only links that are shown as a card are in this table. */
export const links = sqliteTable(
  'links',
  {
    messageId,
    url: text('url').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.url] }), index('links_url').on(t.url)],
);

const picture = {
  pictureId: text('picture_id').unique(),
  picture: blob('picture', { mode: 'buffer' }),
  pictureType: text('picture_type'),
  pictureWidth: integer('picture_width'),
  pictureHeight: integer('picture_height'),
};

/** An expired preview is shown until it is fetched again. */
export const previews = sqliteTable(
  'previews',
  {
    url: text('url').primaryKey(),
    state: text('state', { enum: ['shown', 'skip', 'error'] }).notNull(),
    finalUrl: text('final_url').notNull(),
    title: text('title'),
    description: text('description'),
    siteName: text('site_name'),
    expiresAt,
    ...picture,
  },
  (t) => [index('previews_expiry').on(t.expiresAt)],
);

/** TMDB's terms do not allow us to keep the answers for ever. */
export const movies = sqliteTable('movies', {
  imdbId: text('imdb_id').primaryKey(),
  title: text('title'), // null when TMDB does not know the movie
  year: integer('year'),
  rating: real('rating'),
  genres: text('genres', { mode: 'json' }).$type<string[]>().notNull(),
  expiresAt,
  ...picture,
});

/** `picture` is null if there was no picture at `url`. */
export const avatars = sqliteTable('avatars', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  url: text('url').notNull(),
  expiresAt,
  ...picture,
});

// Archives

/** The id that each imported message had in its archive, so that no message is imported twice. */
export const origins = sqliteTable(
  'origins',
  {
    senderId: integer('sender_id').notNull(),
    origin: text('origin').notNull(),
    messageId: integer('message_id')
      .notNull()
      .unique()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** No foreign key, because the row of `imports` is deleted after a day. */
    importId: integer('import_id'),
  },
  (t) => [
    primaryKey({ columns: [t.senderId, t.origin] }),
    index('origins_origin').on(t.origin),
    index('origins_import').on(t.importId).where(sql`import_id is not null`),
  ],
);

/** The files of an import are in DATA_DIR/imports until the import ends. */
export const imports = sqliteTable(
  'imports',
  {
    id,
    userId,
    name: text('name').notNull(), // name of the uploaded file
    files: text('files', { mode: 'json' }).$type<{ path: string; bytes: number }[]>().notNull(),
    state: text('state', {
      enum: ['looking', 'looked', 'importing', 'done', 'failed', 'undoing', 'undone'],
    }).notNull(),
    /** An import waits in any case if the user must first choose groups of notes. */
    startsItself: integer('starts_itself', { mode: 'boolean' }).notNull(),
    // ids of the groups of notes to import; null for the default groups
    groups: text('groups', { mode: 'json' }).$type<string[]>(),
    tag: text('tag'), // tag that notes without a tag get
    format: text('format'),
    look: text('look', { mode: 'json' }).$type<ImportLook>(),
    result: text('result', { mode: 'json' }).$type<ImportOutcome>(),
    error: text('error'),
    createdAt,
    endedAt: integer('ended_at'),
  },
  (t) => [
    index('imports_user').on(t.userId, t.id),
    index('imports_work').on(t.id).where(sql`state in ('looking', 'importing', 'undoing')`),
  ],
);

/** One row with the random id of this server. In its exports, the ids of messages begin with this id. */
export const server = sqliteTable('server', { id: text('id').notNull() });
