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

/**
 * Every table except two of the search (see Search). Times are integer milliseconds UTC, phone numbers are E.164, and the tables are STRICT. All
 * triggers stand in `triggers.sql`.
 */

const createdAt = integer('created_at').notNull();

// People

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }), // an id of a deleted user is not used again
  phone: text('phone').notNull().unique(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  avatarUrl: text('avatar_url'),
  inviteCode: text('invite_code').notNull().unique(),
  operator: integer('operator', { mode: 'boolean' }).notNull().default(false),
  /** Raised by every change of what this user sees (src/users/versions.ts). Part of the `ETag` of their reads. */
  version: integer('version').notNull().default(0),
  lastActiveAt: integer('last_active_at'),
  createdAt,
});

export type User = typeof users.$inferSelect;

/** Facts about phone numbers, with or without an account: STOP, the welcome, and texts that failed in a row. */
export const phones = sqliteTable('phones', {
  phone: text('phone').primaryKey(),
  stoppedAt: integer('stopped_at'),
  welcomedAt: integer('welcomed_at'),
  failures: integer('failures').notNull().default(0),
});

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(), // SHA-256 of the cookie's token
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    createdAt,
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
);

/** The newest verification code of each number (docs/product.md: Verification codes). */
export const codes = sqliteTable('codes', {
  phone: text('phone').primaryKey(),
  challenge: text('challenge').notNull(), // SHA-256 of the challenge cookie
  hash: text('hash').notNull(), // HMAC of the code
  tries: integer('tries').notNull().default(0), // with the challenge cookie
  strayTries: integer('stray_tries').notNull().default(0), // without it, so that strangers cannot use up `tries`
  expiresAt: integer('expires_at').notNull(),
});

/** Hits of rate limits; `src/rate-limits.ts` names the limits. */
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
    id: integer('id').primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shared: integer('shared', { mode: 'boolean' }).notNull().default(false),
    messageCount: integer('message_count').notNull().default(0), // kept by triggers on placements
    createdAt,
    /**
     * The shared board that this private board's owner has left. The private board keeps the owner's messages
     * from there (docs/product.md: Leaving a board).
     */
    leftBoardId: integer('left_board_id').references((): AnySQLiteColumn => boards.id, {
      onDelete: 'set null',
    }),
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
    boardId: integer('board_id')
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    /** The name by which this member addresses the board, unique among the member's boards (docs/product.md: Own tags). */
    tag: text('tag').notNull(),
    smsEnabled: integer('sms_enabled', { mode: 'boolean' }).notNull().default(true),
    /**
     * True if somebody else chose the tag and no text to it was answered yet (docs/product.md: First text to
     * a board).
     */
    tagChosenByOther: integer('tag_chosen_by_other', { mode: 'boolean' }).notNull().default(false),
    notifiedAt: integer('notified_at'), // time of the last notification of this board
    joinedAt: integer('joined_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.boardId, t.userId] }),
    unique('memberships_tag').on(t.userId, t.tag),
    index('memberships_feedback').on(t.boardId).where(sql`tag = 'feedback'`),
    index('memberships_role').on(t.userId, t.role),
    check('memberships_role', sql`${t.role} in ('owner', 'member')`),
  ],
);

// Messages

export const messages = sqliteTable(
  'messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    senderId: integer('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    source: text('source', { enum: ['sms', 'ui', 'api'] }).notNull(),
    createdAt,
    editedAt: integer('edited_at'),
  },
  (t) => [index('messages_sender').on(t.senderId, t.createdAt)],
);

/** A message on a board. The time of the message is repeated here, so that one index scan reads a page of a board. */
export const placements = sqliteTable(
  'placements',
  {
    boardId: integer('board_id')
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    createdAt,
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(), // of the board among the sender's tags
    /**
     * The sender's tag for the board when the message was posted there or its content last edited. Members
     * see this hashtag in the content (docs/product.md: Hidden hashtags).
     */
    tag: text('tag').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.boardId, t.createdAt, t.messageId] }),
    unique('placements_message').on(t.messageId, t.boardId),
  ],
);

// The view `visible_messages` (migrations/0013_visible_messages.sql) has one row for each message, each board
// that the message is on, and each member of that board: the rule of who sees a message (docs/product.md:
// Visibility). SQLite merges the view into the statement that uses it. The view's `cross join` makes SQLite
// look up the placements of a message first and then each membership by its key, instead of reading all
// boards of the reader.

/** Photos and files. Without `messageId`, an upload whose message has not been sent yet (docs/product.md: Uploads). */
export const media = sqliteTable(
  'media',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    type: text('type').notNull(), // MIME type
    name: text('name'),
    file: text('file'), // name under DATA_DIR/media; null until it is downloaded
    origin: text('origin'), // address at the gateway to download it from
    bytes: integer('bytes'),
    width: integer('width'),
    height: integer('height'),
    unfinishedAttempts: integer('unfinished_attempts').notNull().default(0), // downloads that ended with a crash
    nextAt: integer('next_at'), // time of the next download attempt; null when there is none
    failure: text('failure'), // reason of the last failed download
    createdAt,
  },
  (t) => [
    index('media_message').on(t.messageId, t.position),
    index('media_user').on(t.userId),
    index('media_due').on(t.nextAt).where(sql`next_at is not null`),
  ],
);

/**
 * Files to delete from the disk, because no row in `media` has them any more. A trigger writes most of them.
 */
export const filesToDelete = sqliteTable('files_to_delete', { file: text('file').primaryKey() });

// Search. The FTS5 tables `search` (migrations/0009_smaller_search.sql) and `search_tokens` (0014) are not in
// this file, because drizzle cannot describe them.

/**
 * Parts of a message's entry in the search index, in addition to its content. They help to rank and remove
 * the entry.
 */
export const searchRows = sqliteTable('search_rows', {
  messageId: integer('message_id').primaryKey(),
  tokens: text('tokens').notNull(), // filter tokens, joined by `packTokens`
  linkText: text('link_text'), // titles and descriptions of the message's links
});

/**
 * Messages, also deleted ones, whose index entry is outdated. No foreign key, because a deleted message has
 * no row.
 */
export const searchQueue = sqliteTable(
  'search_queue',
  {
    messageId: integer('message_id').primaryKey(),
    indexedContent: text('indexed_content'), // content before an edit or deletion, still in the index
  },
  (t) => [index('search_queue_changed').on(t.messageId).where(sql`indexed_content is not null`)],
);

/** Embeddings of messages: unit vectors of 32-bit floats. */
export const embeddings = sqliteTable('embeddings', {
  messageId: integer('message_id')
    .primaryKey()
    .references(() => messages.id, { onDelete: 'cascade' }),
  userId: integer('user_id').notNull(),
  vector: blob('vector', { mode: 'buffer' }).notNull(),
});

/** The model of the embeddings. One row, or none without a provider; 0 dimensions until the first embedding. */
export const embeddingSource = sqliteTable('embedding_source', {
  model: text('model').notNull(),
  dimensions: integer('dimensions').notNull(),
});

/**
 * Messages to embed. Triggers queue new contents while there is a provider; operators can queue older
 * messages.
 */
export const embeddingQueue = sqliteTable('embedding_queue', {
  messageId: integer('message_id')
    .primaryKey()
    .references(() => messages.id, { onDelete: 'cascade' }),
});

/** Embeddings added or deleted that the vector index does not know of yet, written by triggers. */
export const vectorChanges = sqliteTable('vector_changes', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  messageId: integer('message_id').notNull(),
});

/** Version of the code that built the search index. */
export const searchVersion = sqliteTable('search_version', { version: text('version').notNull() });

/** The messages created with an idempotency key within the last day (docs/product.md: Idempotency keys). */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestHash: text('request_hash').notNull(), // SHA-256 of the whole input, the key included
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.requestHash] }),
    index('idempotency_keys_message').on(t.messageId),
    index('idempotency_keys_at').on(t.at),
  ],
);

// Texting

/** Every text received, by the gateway's id. A text that the gateway delivers twice is stored once. */
export const inbound = sqliteTable(
  'inbound',
  {
    sid: text('sid').primaryKey(), // Twilio's MessageSid
    phone: text('phone').notNull(),
    kind: text('kind', {
      enum: ['message', 'stop', 'start', 'help', 'join', 'undo', 'echo', 'empty', 'refused'],
    }).notNull(),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'set null' }),
    /** The text ends where carriers cut long ones, so the next text may continue it (docs/product.md: Joined texts). */
    cut: integer('cut', { mode: 'boolean' }).notNull().default(false),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [index('inbound_phone').on(t.phone, t.receivedAt), index('inbound_message').on(t.messageId)],
);

/** Every text to send, written in the transaction of its cause and sent by a worker (docs/product.md: Outbox). */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    phone: text('phone').notNull(),
    /** Erased: a code's once it is sent or dropped, any other text's after a month at most. */
    body: text('body').notNull(),
    kind: text('kind', {
      enum: ['code', 'welcome', 'reply', 'notification', 'membership', 'invite', 'broadcast'],
    }).notNull(),
    /** Name of the text's cause, so that one cause sends one text. */
    dedupeKey: text('dedupe_key').unique(),
    state: text('state', {
      enum: ['queued', 'sending', 'sent', 'delivered', 'failed', 'dropped'],
    })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at').notNull(), // time of the next attempt
    sid: text('sid').unique(),
    errorCode: integer('error_code'),
    error: text('error'),
    segments: integer('segments').notNull(),
    price: text('price'), // with its currency, as the gateway writes it
    createdAt,
    sentAt: integer('sent_at'),
    broadcastId: integer('broadcast_id').references(() => broadcasts.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('outbox_due').on(t.state, t.nextAt),
    index('outbox_phone').on(t.phone, t.createdAt),
    index('outbox_created').on(t.createdAt),
    index('outbox_broadcast').on(t.broadcastId, t.state).where(sql`broadcast_id is not null`),
  ],
);

/**
 * Broadcasts of operators to all users. The texts of one go to the outbox bit by bit, at the pace
 * BROADCAST_PACE.
 */
export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
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

/** Posts that a member has not been notified of yet, to be gathered into one text (docs/product.md: Notifications). */
export const pendingNotifications = sqliteTable(
  'pending_notifications',
  {
    userId: integer('user_id').notNull(),
    boardId: integer('board_id').notNull(),
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.boardId, t.messageId] }),
    index('pending_notifications_message').on(t.messageId),
    // a member who leaves the board is not notified of its posts any more
    foreignKey({
      columns: [t.boardId, t.userId],
      foreignColumns: [memberships.boardId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** Invitations to the product: for each phone number the newest (docs/product.md: Invitations). */
export const invites = sqliteTable(
  'invites',
  {
    phone: text('phone').primaryKey(),
    inviterId: integer('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    createdAt,
  },
  (t) => [index('invites_inviter').on(t.inviterId)],
);

/** Texts in both directions, as the simulator's phones show them. Unused with Twilio. */
export const simulatorTexts = sqliteTable(
  'simulator_texts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    phone: text('phone').notNull(),
    direction: text('direction', { enum: ['inbound', 'outbound'] }).notNull(),
    body: text('body').notNull(),
    media: text('media', { mode: 'json' }).$type<string[]>().notNull(),
    sid: text('sid').unique(), // gateway id of an inbound text
    held: integer('held', { mode: 'boolean' }).notNull().default(false), // an inbound text that the carrier has not delivered yet
    errorCode: integer('error_code'), // reason why an outbound text was not delivered
    createdAt,
  },
  (t) => [index('simulator_texts_phone').on(t.phone, t.id)],
);

/** The simulator's phones to which texts are delivered late or not at all. */
export const simulatorPhones = sqliteTable('simulator_phones', {
  phone: text('phone').primaryKey(),
  delivery: text('delivery', { enum: ['slow', 'failing', 'unreachable'] }).notNull(),
});

/** Progress of jobs that copy something from elsewhere: everything from before `at` has been copied. */
export const syncCursors = sqliteTable('sync_cursors', {
  name: text('name').primaryKey(),
  at: integer('at').notNull(),
});

// Links

/**
 * The URLs in a message that have a card. A trigger deletes a preview together with the last of its links.
 */
export const links = sqliteTable(
  'links',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.url] }), index('links_url').on(t.url)],
);

/** Columns of a re-encoded picture from the web. The picture is deleted with the row that has it. */
const picture = {
  /** Random name of the picture in its URL. */
  pictureId: text('picture_id').unique(),
  picture: blob('picture', { mode: 'buffer' }),
  pictureType: text('picture_type'),
  pictureWidth: integer('picture_width'),
  pictureHeight: integer('picture_height'),
};

/**
 * Previews of links, shared by all users. After `expiresAt`, a preview is shown until it has been fetched
 * again.
 */
export const previews = sqliteTable(
  'previews',
  {
    url: text('url').primaryKey(),
    state: text('state', { enum: ['shown', 'skip', 'error'] }).notNull(),
    finalUrl: text('final_url').notNull(),
    title: text('title'),
    description: text('description'),
    siteName: text('site_name'),
    expiresAt: integer('expires_at').notNull(),
    ...picture,
  },
  (t) => [index('previews_expiry').on(t.expiresAt)],
);

/** Movies as TMDB describes them. TMDB's terms do not allow us to keep its answers for good. */
export const movies = sqliteTable('movies', {
  imdbId: text('imdb_id').primaryKey(),
  title: text('title'), // null when TMDB does not know the movie
  year: integer('year'),
  rating: real('rating'),
  genres: text('genres', { mode: 'json' }).$type<string[]>().notNull(),
  expiresAt: integer('expires_at').notNull(),
  ...picture,
});

/** Our copies of profile pictures. `picture` is null when the address gave none. */
export const avatars = sqliteTable('avatars', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  url: text('url').notNull(),
  expiresAt: integer('expires_at').notNull(),
  ...picture,
});

// Archives

/** The id of each imported message on the server it comes from, so that no message is imported twice. */
export const origins = sqliteTable(
  'origins',
  {
    senderId: integer('sender_id').notNull(),
    origin: text('origin').notNull(),
    messageId: integer('message_id')
      .notNull()
      .unique()
      .references(() => messages.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.senderId, t.origin] })],
);

/** One row: the random id of this server, part of the ids in its exports. */
export const server = sqliteTable('server', { id: text('id').notNull() });
