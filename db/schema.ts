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
 * Every table, on one page. Times are integer milliseconds UTC. Phones are E.164. Tables are STRICT and
 * triggers keep the counts (`migrations/`).
 */

const createdAt = integer('created_at').notNull();

// People

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }), // never given out twice
  phone: text('phone').notNull().unique(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  avatarUrl: text('avatar_url'),
  inviteCode: text('invite_code').notNull().unique(),
  operator: integer('operator', { mode: 'boolean' }).notNull().default(false),
  /** Grows with every committed change of what this user can see; the `ETag` of their reads (design 8). */
  version: integer('version').notNull().default(0),
  lastActiveAt: integer('last_active_at'),
  createdAt,
});

export type User = typeof users.$inferSelect;

/** What is known of a number whether or not it has an account: opt-outs, welcomes, dead ends (design 6). */
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

/** The newest code of each number. Tries with the login's challenge cookie and without it count apart (design 7). */
export const codes = sqliteTable('codes', {
  phone: text('phone').primaryKey(),
  challenge: text('challenge').notNull(), // SHA-256 of the challenge cookie
  hash: text('hash').notNull(), // HMAC of the code
  tries: integer('tries').notNull().default(0),
  strayTries: integer('stray_tries').notNull().default(0),
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
    /** The shared board its owner has left, whose messages of theirs this private one keeps (design 5). */
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
    /** How this member addresses the board: one namespace a person, so a hashtag means one board. */
    tag: text('tag').notNull(),
    smsEnabled: integer('sms_enabled', { mode: 'boolean' }).notNull().default(true),
    /** Somebody else chose this tag and the member has not texted to it yet: the first text is answered with UNDO (design 5). */
    tagChosenByOther: integer('tag_chosen_by_other', { mode: 'boolean' }).notNull().default(false),
    notifiedAt: integer('notified_at'),
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

/** That a message is on a board. The message's time is repeated here so that a page of a board is one index walk. */
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
    position: integer('position').notNull(), // the order of the sender's tags
    /** The tag as the sender had it when posting: the hashtag in the content that may be shown to members. */
    tag: text('tag').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.boardId, t.createdAt, t.messageId] }),
    unique('placements_message').on(t.messageId, t.boardId),
  ],
);

// The view `visible_messages` (migrations/0013_visible_messages.sql) joins placements and memberships: one row
// for each message and each member of a board that it is on. Every question of who sees a message goes through
// it (docs/product.md: Visibility). SQLite merges it into the statement that uses it. Its `cross join` makes
// SQLite find the placements by message first and each membership by its key, and never walk a reader's boards.

/** Photos and files on our own disk. Without `messageId` an upload that waits for its message (design 8). */
export const media = sqliteTable(
  'media',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    type: text('type').notNull(), // MIME, as sniffed
    name: text('name'),
    file: text('file'), // under DATA_DIR/media; null until it has been fetched
    origin: text('origin'), // the gateway's address it is fetched from
    bytes: integer('bytes'),
    width: integer('width'),
    height: integer('height'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at'), // when to fetch it; null when there is nothing (more) to fetch
    createdAt,
  },
  (t) => [
    index('media_message').on(t.messageId, t.position),
    index('media_user').on(t.userId),
    index('media_due').on(t.nextAt).where(sql`next_at is not null`),
  ],
);

/** Files whose rows are gone, written by a trigger whatever deleted them, until they have left the disk too. */
export const filesToDelete = sqliteTable('files_to_delete', { file: text('file').primaryKey() });

// Search. The FTS5 tables `search` (migrations/0009_smaller_search.sql) and `search_tokens` (0014) are beyond drizzle.

/** What the index has of a message beside its content: needed to remove it again, and to rank it. */
export const searchRows = sqliteTable('search_rows', {
  messageId: integer('message_id').primaryKey(),
  tokens: text('tokens').notNull(), // filter tokens, joined by `packTokens`
  linkText: text('link_text'), // titles and descriptions of its links
});

/** Messages whose index entry is outdated, queued by triggers. Deleted messages too, so there is no foreign key. */
export const searchQueue = sqliteTable(
  'search_queue',
  {
    messageId: integer('message_id').primaryKey(),
    indexedContent: text('indexed_content'), // what the index still has of an edited or deleted message
  },
  (t) => [index('search_queue_changed').on(t.messageId).where(sql`indexed_content is not null`)],
);

/** The embedding of each message: a unit vector of 32-bit floats. */
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

/** Messages to embed, queued by triggers while there is a provider. */
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

/** The messages of calls that name themselves, for a day: one that comes again, because its answer was lost, makes none. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestHash: text('request_hash').notNull(),
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

/** Every text that has arrived, by the gateway's id for it: a repeated delivery finds its row and does nothing. */
export const inbound = sqliteTable(
  'inbound',
  {
    sid: text('sid').primaryKey(), // Twilio's MessageSid
    phone: text('phone').notNull(),
    kind: text('kind', {
      enum: ['message', 'stop', 'start', 'help', 'join', 'undo', 'echo', 'empty', 'refused'],
    }).notNull(),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'set null' }),
    /** It ends where a carrier cuts long texts: the next one may be its rest. */
    cut: integer('cut', { mode: 'boolean' }).notNull().default(false),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [index('inbound_phone').on(t.phone, t.receivedAt), index('inbound_message').on(t.messageId)],
);

/** Everything we text, written with its cause and sent by the worker (design 6). */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    phone: text('phone').notNull(),
    body: text('body').notNull(), // blanked once a code is sent
    kind: text('kind', {
      enum: ['code', 'welcome', 'reply', 'notification', 'membership', 'invite', 'broadcast'],
    }).notNull(),
    /** At most one row for the same cause. */
    dedupeKey: text('dedupe_key').unique(),
    state: text('state', {
      enum: ['queued', 'sending', 'sent', 'delivered', 'failed', 'dropped'],
    })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    sid: text('sid').unique(),
    errorCode: integer('error_code'),
    error: text('error'),
    segments: integer('segments').notNull(),
    price: text('price'), // as the gateway writes it, with its currency
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

/** One text to everybody. Its texts are written to the outbox one after the other, at the pace that the number allows. */
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
    lastUserId: integer('last_user_id').notNull(), // users after this id joined later and are not texted
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

/** Posts that wait to be gathered into one notification text to a member (design 6). */
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
    // who leaves the board is not told of it any more
    foreignKey({
      columns: [t.boardId, t.userId],
      foreignColumns: [memberships.boardId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

export const invites = sqliteTable(
  'invites',
  {
    phone: text('phone').primaryKey(), // the newest invite of a number is the one that YES answers
    inviterId: integer('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
    createdAt,
  },
  (t) => [index('invites_inviter').on(t.inviterId)],
);

/** The simulated carrier's own record of texts in both directions; unused with Twilio (design 6). */
export const simulatorTexts = sqliteTable(
  'simulator_texts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    phone: text('phone').notNull(),
    direction: text('direction', { enum: ['inbound', 'outbound'] }).notNull(),
    body: text('body').notNull(),
    media: text('media', { mode: 'json' }).$type<string[]>().notNull(),
    sid: text('sid').unique(), // under which an inbound one was handed to us
    held: integer('held', { mode: 'boolean' }).notNull().default(false), // still on its way to us
    errorCode: integer('error_code'), // why an outbound one did not reach the phone
    createdAt,
  },
  (t) => [index('simulator_texts_phone').on(t.phone, t.id)],
);

/** How the simulated carrier delivers to a phone, where not well. */
export const simulatorPhones = sqliteTable('simulator_phones', {
  phone: text('phone').primaryKey(),
  delivery: text('delivery', { enum: ['slow', 'failing', 'unreachable'] }).notNull(),
});

/** How far something that goes on in the background has come. */
export const syncCursors = sqliteTable('sync_cursors', {
  name: text('name').primaryKey(),
  at: integer('at').notNull(),
});

// Links

/** Which addresses a message shows cards of. With its last message an address leaves `previews` (a trigger). */
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

/** A picture from the web, drawn anew by us, in the row it belongs to: it goes when that goes. */
const picture = {
  /** Names it in addresses; cannot be guessed. */
  pictureId: text('picture_id').unique(),
  picture: blob('picture', { mode: 'buffer' }),
  pictureType: text('picture_type'),
  pictureWidth: integer('picture_width'),
  pictureHeight: integer('picture_height'),
};

/** What has been found behind an address, whoever asked. `fresh` until `expiresAt`; shown until something newer comes. */
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

/** TMDB's answers, kept as its terms allow: for a while. */
export const movies = sqliteTable('movies', {
  imdbId: text('imdb_id').primaryKey(),
  title: text('title'), // null: TMDB does not know it
  year: integer('year'),
  rating: real('rating'),
  genres: text('genres', { mode: 'json' }).$type<string[]>().notNull(),
  expiresAt: integer('expires_at').notNull(),
  ...picture,
});

/** Our copies of the pictures that people gave the addresses of. Without `picture`: there was none to be had. */
export const avatars = sqliteTable('avatars', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  url: text('url').notNull(),
  expiresAt: integer('expires_at').notNull(),
  ...picture,
});
// Archives

/** Where a message was first, for those that have been imported: the same one is not imported twice. */
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

/** One row: what this server calls itself in the ids of what it exports. */
export const server = sqliteTable('server', { id: text('id').notNull() });
