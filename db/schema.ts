import { blob, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ImportLook, ImportOutcome } from '../src/contract/imports';
import type { MailWords } from '../src/contract/mail';
import type { PushWords } from '../src/contract/push';

/**
 * The columns of the tables that drizzle reads and writes; db/migrations has all tables, and their keys, indexes and
 * checks. Times are integer milliseconds UTC, phone numbers are E.164.
 */

const flag = <Name extends string>(name: Name) => integer(name, { mode: 'boolean' }).notNull();
const count = <Name extends string>(name: Name) => integer(name).notNull().default(0);
const id = integer('id').primaryKey({ autoIncrement: true }); // the id of a deleted row is not used again
const phone = text('phone').notNull();
const userId = integer('user_id').notNull();
const boardId = integer('board_id').notNull();
const messageId = integer('message_id').notNull();
const source = text('source', { enum: ['sms', 'ui', 'api'] }).notNull();
const createdAt = integer('created_at').notNull();
const expiresAt = integer('expires_at').notNull();

// People

export const users = sqliteTable('users', {
  id,
  phone,
  firstName: text('first_name'),
  lastName: text('last_name'),
  avatarUrl: text('avatar_url'),
  inviteCode: text('invite_code').notNull(),
  operator: flag('operator').default(false),
  version: count('version'), // grows whenever what this user sees has changed (src/people/versions.ts)
  /** A new message is not such a change (docs/product/calls.md: Polled pages). */
  reloadVersion: count('reload_version'),
  lastActiveAt: integer('last_active_at'),
  asksBeforeEmbeds: flag('asks_before_embeds').default(false),
  timeZone: text('time_zone'), // name in the IANA database; null if none was set
  calendar: count('calendar'), // URLs so far; negative if ended (src/notices/reminders/calendar.ts)
  pushOfferHidden: flag('push_offer_hidden').default(false),
  nameAsked: flag('name_asked').default(false),
  mailAddress: text('mail_address'), // only a confirmed one
  mailConfirmedAt: integer('mail_confirmed_at'),
  byMail: flag('by_mail').default(false),
  mailFailures: count('mail_failures'),
  operatorClaim: text('operator_claim'), // issuer, claim and value of the provider, as of the last sign-in
  createdAt,
});

/** `byToken` is the access token that limits the caller to its boards (docs/product/tokens.md: Tokens for boards). */
export type User = typeof users.$inferSelect & { byToken?: number };

export const phones = sqliteTable('phones', {
  phone: text('phone').primaryKey(),
  stoppedAt: integer('stopped_at'),
  welcomedAt: integer('welcomed_at'),
  failures: count('failures'),
});

export const blockedNumbers = sqliteTable('blocked_numbers', {
  id,
  phone,
  reason: text('reason').notNull(),
  blockedBy: integer('blocked_by'),
  blockedAt: integer('blocked_at').notNull(),
});

export const consents = sqliteTable('consents', {
  id,
  phone,
  act: text('act', {
    enum: ['text', 'sign-in', 'code', 'invite', 'start', 'account', 'stop'],
  }).notNull(),
  words: text('words'), // the keyword, such as START, YES or STOP
  inviterId: integer('inviter_id'),
  at: integer('at').notNull(),
});

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(), // SHA-256 of the cookie's token
  number: count('number'), // random; API calls identify the session by it
  userId,
  expiresAt,
  createdAt,
  browser: text('browser'),
  system: text('system'),
  network: text('network'), // the beginning of the browser's IP address, or `this machine`
  seenAt: integer('seen_at'),
  provenAt: count('proven_at'), // the last proof, by a sign-in, a code or a passkey
  providerSession: text('provider_session'), // '' if the provider named none; null without a provider
});

/** Who a person is at the identity provider. */
export const identities = sqliteTable('identities', {
  userId: integer('user_id').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  name: text('name').notNull(), // what the provider calls the person
  createdAt,
  usedAt: integer('used_at').notNull(),
});

export const pushSubscriptions = sqliteTable('push_subscriptions', {
  sessionId: text('session_id').primaryKey(),
  endpoint: text('endpoint').notNull(), // URL at the push service; whoever knows it can send pushes
  p256dh: text('p256dh').notNull(), // public key of the browser, in base64url
  auth: text('auth').notNull(), // secret of the browser, in base64url
  showsText: flag('shows_text'), // true if pushes quote messages
  createdAt,
  takenAt: integer('taken_at'), // time at which the push service last accepted a push
  error: text('error'), // why the push service did not accept the last push; null if it did
});

export const passkeys = sqliteTable('passkeys', {
  id,
  credential: text('credential').notNull(), // id of the passkey at the authenticator, in base64url
  userId,
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(), // in COSE format, as the authenticator gave it
  counter: integer('counter').notNull(), // signatures so far, by the authenticator; 0 if it does not count
  transports: text('transports').notNull(), // JSON array of ways to the authenticator, such as ["internal"]
  synced: flag('synced'), // true if the passkey is on several devices of the person
  browser: text('browser'), // browser of the device that added the passkey
  system: text('system'),
  createdAt,
  usedAt: integer('used_at'),
});

export const accountLog = sqliteTable('account_log', {
  id,
  userId,
  act: text('act', {
    enum: [
      'passkey added',
      'passkey removed',
      'sign-ins ended',
      'token made',
      'token revoked',
      'exported',
      'calendar renewed',
      'mail address made',
      'mail confirmed',
      'number changed',
      'provider connected',
      'provider removed',
      'webhook made',
      'feed made',
    ],
  }).notNull(),
  detail: text('detail').notNull(), // what it was, and the device; or the operator and the sign-ins ended
  at: integer('at').notNull(),
});

export const codes = sqliteTable('codes', {
  challenge: text('challenge').primaryKey(), // SHA-256 of the challenge cookie
  phone,
  device: text('device'), // SHA-256 of the device's id if a known device asked for the code, else null
  network: text('network'), // HMAC of the network from which the code was asked for; null for this machine
  hash: text('hash').notNull(), // HMAC of the code
  tries: count('tries'), // wrong tries with the challenge cookie
  maxTries: integer('max_tries').notNull(),
  expiresAt,
});

/** A row stays for an hour after its end, so that a text that comes late or twice becomes no message. */
export const signInTexts = sqliteTable('sign_in_texts', {
  phone,
  hash: text('hash').notNull(), // HMAC of the words that the person must text
  challenge: text('challenge'), // SHA-256 of the browser's cookie; null once the browser is signed in
  browser: text('browser'),
  system: text('system'),
  network: text('network'), // the beginning of the browser's IP address
  tries: count('tries'), // number of wrong phrases that came from the phone number by text
  userId: integer('user_id'), // the person who sent the text; null before the text came
  expiresAt,
});

export const signInLinks = sqliteTable('sign_in_links', {
  hash: text('hash').primaryKey(), // SHA-256 of the secret in the link
  userId,
  usedAt: integer('used_at'),
  expiresAt,
});

export const rateLimitHits = sqliteTable('rate_limit_hits', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  key: text('key').notNull(),
  at: integer('at').notNull(),
  count: integer('count').notNull().default(1),
});

// Boards

export const boards = sqliteTable('boards', {
  id,
  ownerId: integer('owner_id').notNull(),
  shared: flag('shared').default(false),
  messageCount: count('message_count'),
  createdAt,
  leftBoardId: integer('left_board_id'), // the shared board that the owner of this private board has left
  isList: flag('is_list').default(false), // its short messages can be ticked
  address: text('address'), // a trigger makes it up (docs/product/boards.md: Short addresses)
  // Triggers (db/triggers.sql) update `messageCount` and the columns below, so that one row has everything
  // that the board's card shows.
  memberCount: count('member_count'),
  newestId: integer('newest_id'), // highest id of a message on the board; null if it has no messages
  latestId: integer('latest_id'), // message with the newest time
  latestAt: integer('latest_at'),
  latestSenderId: integer('latest_sender_id'),
  latest: text('latest'), // JSON of message `latestId` and of recent photos (src/contract/board-lists.ts)
});

export const memberships = sqliteTable('memberships', {
  boardId,
  userId,
  role: text('role', { enum: ['owner', 'member'] }).notNull(),
  tag: text('tag').notNull(),
  smsEnabled: flag('sms_enabled').default(true),
  byPush: flag('by_push').default(true),
  answersPosted: flag('answers_posted').default(false),
  tagChosenByOther: flag('tag_chosen_by_other').default(false),
  hidesNumber: flag('hides_number').default(false), // from the board's owner, who chose the member by name
  notifiedAt: integer('notified_at'), // time of the last notification about this board
  joinedAt: integer('joined_at').notNull(),
  pinned: flag('pinned').default(false),
  archived: flag('archived').default(false),
  seenId: count('seen_id'), // messages with a higher id are new to this member (docs/product/boards.md)
  seenAt: integer('seen_at'), // when `seen_id` was last raised; null if it never was
  unread: count('unread'), // number of messages that are new to this member; triggers update it
  onPage: flag('on_page').default(false), // what the member posts shows on the page of the board
  forGuests: flag('for_guests').default(false),
});

export const pages = sqliteTable('pages', {
  boardId: integer('board_id').primaryKey(),
  address: text('address').notNull(),
  licence: text('licence').notNull(),
  indexed: flag('indexed'),
  createdAt,
});

export const guestLinks = sqliteTable('guest_links', {
  id,
  boardId,
  userId, // who made it
  secret: text('secret').notNull(),
  mayPost: flag('may_post'),
  createdAt,
  expiresAt,
});

// Messages

export const messages = sqliteTable('messages', {
  id,
  senderId: integer('sender_id').notNull(),
  content: text('content').notNull(),
  source,
  createdAt,
  editedAt: integer('edited_at'),
  // no foreign key, because that message may be deleted and stored again (docs/product/messages.md: Replies)
  replyToId: integer('reply_to_id'),
  guest: text('guest'), // the name that a guest gave; the sender is who made the link
});

export const reactions = sqliteTable('reactions', {
  messageId,
  userId,
  emoji: text('emoji').notNull(),
  createdAt,
  told: flag('told'), // false until the message's sender has heard of it
});

/** `createdAt` is copied from the message, so that one index scan reads a page of a board. */
export const placements = sqliteTable('placements', {
  boardId,
  createdAt,
  messageId,
  position: integer('position').notNull(), // position of the board among the boards of the message, from 0
  /** The sender's tag for the board when the message was posted or its content was last edited. */
  tag: text('tag').notNull(),
  knownTo: integer('known_to'),
  pinned: flag('pinned').default(false), // for all members
});

// The view `visible_messages` (migrations/0001_tables.sql) is the rule of who sees a message
// (docs/product/boards.md: Visibility).

/** A deleted message has no row in `messages`, so that no query of `messages` finds it. */
export const deletedMessages = sqliteTable('deleted_messages', {
  id: integer('id').primaryKey(),
  senderId: integer('sender_id').notNull(),
  content: text('content').notNull(),
  source,
  createdAt,
  editedAt: integer('edited_at'),
  origin: text('origin'), // id that an imported message had in its archive, as in `origins`
  placements: text('placements', { mode: 'json' }).notNull(), // the boards that the message was on
  texts: text('texts', { mode: 'json' }).$type<string[]>().notNull(),
  reminders: text('reminders', { mode: 'json' }).notNull().default([]),
  reactions: text('reactions', { mode: 'json' }).notNull().default([]),
  ticks: text('ticks', { mode: 'json' }).notNull().default([]),
  tag: text('tag'), // the tag that was deleted with all its messages; null if the message was deleted alone
  deletedAt: integer('deleted_at').notNull(),
  replyToId: integer('reply_to_id'),
  guest: text('guest'),
});

/**
 * `at` is the time of the next text, or null if none is to come. `starts` is the first time on the person's
 * clock, such as `2026-11-27T09:00`. It is null if the person gave a time such as "in 2 hours", which does
 * not depend on that clock.
 */
export const reminders = sqliteTable('reminders', {
  id,
  userId,
  messageId,
  at: integer('at'),
  starts: text('starts'),
  rule: text('rule'),
  snoozed: flag('snoozed').default(false),
  setAt: integer('set_at').notNull(), // when `at` was set
  // when the reminder was last sent; null if it was never sent, and also null after a DONE if the reminder
  // goes on
  sentAt: integer('sent_at'),
  doneAt: integer('done_at'), // when the person marked it as done or ended it; deleted a day later
  // the values of the row before the reminder was last marked as done, put off or ended, so that this
  // change can be undone
  before: text('before', { mode: 'json' }),
});

/** An upload has no `messageId` until it is attached (docs/product/media.md: Uploads). */
export const media = sqliteTable('media', {
  id,
  userId,
  messageId: integer('message_id'),
  deletedMessageId: integer('deleted_message_id'),
  position: count('position'),
  type: text('type').notNull(), // MIME type
  name: text('name'),
  file: text('file'), // file name in DATA_DIR/media; null until the file is downloaded
  origin: text('origin'), // URL of the file at the gateway, or a data: URL; null once the file is downloaded
  lineId: integer('line_id'), // line (see `lines`) whose gateway has the file
  bytes: integer('bytes'),
  width: integer('width'),
  height: integer('height'),
  unfinishedAttempts: count('unfinished_attempts'), // downloads in a row that a crash of the server ended
  nextAt: integer('next_at'), // time of the next download attempt; null when there is none
  failure: text('failure'), // reason of the last failed download
  createdAt,
  // colours to show until a picture is loaded; null until they are made, empty if there are none
  placeholder: text('placeholder'),
  alt: text('alt'), // alternative text by the sender
  words: text('words'), // in a picture, line by line; null until it is read, empty if it has none
  wordPlaces: text('word_places', { mode: 'json' }), // see `StoredPlaces` in src/media/words/words.ts
  wordsAttempts: count('words_attempts'),
});

export const filesToDelete = sqliteTable('files_to_delete', { file: text('file').primaryKey() });

// Texting

/** The key is the gateway's id, so that a text is stored only once if the gateway delivers it twice. */
export const inbound = sqliteTable('inbound', {
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
      'reaction',
      'empty',
      'refused',
      'blocked',
      'turned away',
    ],
  }).notNull(),
  messageId: integer('message_id'),
  /**
   * True if the text ends where carriers cut long texts, so that the next text may continue this one
   * (docs/product/texting.md: Joined texts).
   */
  cut: flag('cut').default(false),
  receivedAt: integer('received_at').notNull(),
  /**
   * Set if this text continues an earlier message, but names a shared board that the earlier message is not
   * on. The value is the id of the earlier message.
   */
  continuedId: integer('continued_id'),
  segments: integer('segments').notNull().default(1),
  price: text('price'),
});

/** The transaction that causes a text also writes its row here. */
export const outbox = sqliteTable('outbox', {
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
      'security',
      'mail',
    ],
  }).notNull(),
  dedupeKey: text('dedupe_key'), // the same cause does not send a second text
  state: text('state', {
    enum: [
      'held',
      'limited',
      'pushing',
      'pushed',
      'mailing',
      'mailed',
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
  attempts: count('attempts'),
  nextAt: integer('next_at').notNull(), // time of the next attempt
  lineId: integer('line_id'), // line (see `lines`) that the text was sent over
  sid: text('sid'), // of a mail: it was handed over, and no answer has come
  errorCode: integer('error_code'),
  error: text('error'),
  segments: integer('segments').notNull(),
  price: text('price'), // price with its currency, as the gateway reports it
  createdAt,
  sentAt: integer('sent_at'),
  lookUpSince: integer('look_up_since'), // the gateway may have the text since then; null: `createdAt`
  broadcastId: integer('broadcast_id'),
  // its place in the queue (docs/product/outbox.md: Queue)
  cause: text('cause').notNull().default(''),
  lane: integer('lane').notNull().default(3),
  turn: integer('turn').notNull().default(0),
  push: text('push', { mode: 'json' }).$type<PushWords>(), // words of the push sent instead of this text
  media: text('media', { mode: 'json' }).$type<number[]>(), // pictures that go with it
  mail: text('mail', { mode: 'json' }).$type<MailWords>(), // the mail sent instead of this text
});

export const mailConfirmations = sqliteTable('mail_confirmations', {
  userId: integer('user_id').primaryKey(),
  hash: text('hash').notNull(),
  address: text('address').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const broadcasts = sqliteTable('broadcasts', {
  id,
  senderId: integer('sender_id'),
  body: text('body').notNull(),
  state: text('state', { enum: ['sending', 'stopped', 'done'] })
    .notNull()
    .default('sending'),
  cursorUserId: count('cursor_user_id'), // users up to this id have been handled
  lastUserId: integer('last_user_id').notNull(), // users with a higher id joined later and are not texted
  nextAt: integer('next_at').notNull(),
  createdAt,
  endedAt: integer('ended_at'),
  // texts that are not in the outbox any more (db/triggers.sql)
  goneSent: count('gone_sent'),
  goneFailed: count('gone_failed'),
});

export const restores = sqliteTable('restores', {
  restoredAt: integer('restored_at').primaryKey(),
  decision: text('decision', { enum: ['hold', 'send', 'drop'] })
    .notNull()
    .default('hold'),
  byTakeover: flag('by_takeover').default(false),
});

export const pendingNotifications = sqliteTable('pending_notifications', {
  userId,
  boardId,
  messageId,
  createdAt,
  forDigest: flag('for_digest').default(false), // the member learns of the message by a digest only
});

/** A digest of all shared boards omits the boards for which the person has another digest. */
export const digests = sqliteTable('digests', {
  userId,
  boardId: integer('board_id'), // null for all shared boards
  weekday: integer('weekday'), // 0 is Sunday; null for every day
  minute: integer('minute').notNull(), // minute of the day, on the person's clock
  nextAt: integer('next_at').notNull(), // 0 if to be computed anew, because the time zone has changed
});

/** A phone number has only its newest invitation here (docs/product/members.md: Invitations). */
export const invites = sqliteTable('invites', {
  phone: text('phone').primaryKey(),
  inviterId: integer('inviter_id').notNull(),
  expiresAt,
  createdAt,
});

/** An ended invitation stays for a while, so that a late YES gets an answer. */
export const boardInvites = sqliteTable('board_invites', {
  id,
  // null if the board was deleted, or the invitation was taken back or has expired
  boardId: integer('board_id'),
  phone,
  inviterId: integer('inviter_id').notNull(),
  expiresAt,
  createdAt,
});

export const simulatorTexts = sqliteTable('simulator_texts', {
  id,
  phone,
  direction: text('direction', { enum: ['inbound', 'outbound'] }).notNull(),
  body: text('body').notNull(),
  media: text('media', { mode: 'json' }).$type<string[]>().notNull(),
  sid: text('sid'), // id that the gateway gives an inbound text
  held: flag('held').default(false), // the simulated carrier has not delivered this inbound text yet
  errorCode: integer('error_code'), // reason why an outbound text was not delivered
  createdAt,
});

export const simulatorMails = sqliteTable('simulator_mails', {
  id,
  phone,
  address: text('address').notNull(),
  subject: text('subject').notNull(),
  words: text('words').notNull(),
  html: text('html').notNull(),
  createdAt,
});

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
 * Two are exceptions. The row `line away` exists while the phone that sends our texts is away; its `at` is the time at
 * which that phone was last seen. The `at` of a `mailbox` is the UID up to which its mails were looked at.
 */
export const syncCursors = sqliteTable('sync_cursors', {
  name: text('name').primaryKey(),
  at: integer('at').notNull(),
});

// Links

/** Only links that are shown as a card are in this table. */
export const links = sqliteTable('links', {
  messageId,
  url: text('url').notNull(),
});

const picture = {
  pictureId: text('picture_id'),
  picture: blob('picture', { mode: 'buffer' }),
  pictureType: text('picture_type'),
  pictureWidth: integer('picture_width'),
  pictureHeight: integer('picture_height'),
};

/** An expired preview is shown until it is fetched again. */
export const previews = sqliteTable('previews', {
  url: text('url').primaryKey(),
  state: text('state', { enum: ['shown', 'skip', 'error'] }).notNull(),
  finalUrl: text('final_url').notNull(),
  title: text('title'),
  description: text('description'),
  siteName: text('site_name'),
  expiresAt,
  ...picture,
});

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
  userId: integer('user_id').primaryKey(),
  url: text('url').notNull(),
  expiresAt,
  ...picture,
});

// Archives

/** The files of an import are in DATA_DIR/imports until the import ends. */
export const imports = sqliteTable('imports', {
  id,
  userId,
  name: text('name').notNull(), // name of the uploaded file
  files: text('files', { mode: 'json' }).$type<{ path: string; bytes: number }[]>().notNull(),
  state: text('state', {
    enum: ['looking', 'looked', 'importing', 'done', 'failed', 'undoing', 'undone'],
  }).notNull(),
  startsItself: flag('starts_itself'), // it still waits if the user must first choose groups
  groups: text('groups', { mode: 'json' }).$type<string[]>(), // null for the default groups
  tag: text('tag'), // tag that notes without a tag get
  format: text('format'),
  look: text('look', { mode: 'json' }).$type<ImportLook>(),
  result: text('result', { mode: 'json' }).$type<ImportOutcome>(),
  error: text('error'),
  createdAt,
  endedAt: integer('ended_at'),
  tries: integer('tries').notNull().default(0),
});
