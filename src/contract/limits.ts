/**
 * Constants of the product. Maximum lengths are in Unicode code points, unless a comment gives another unit.
 */

/** Returns the length of a string in Unicode code points. */
export const length = (text: string) => [...text].length;

export const CODE_LENGTH = 6;
export const NAME_MAX = 50;
export const BOARD_NAME_MAX = 50;
/** Maximum length of a broadcast, in UTF-16 units. */
export const BROADCAST_MAX = 1600;
export const CONTENT_MAX = 10_000;
export const TAGS_MAX = 20;
/** Maximum number of files of a message. */
export const MEDIA_MAX = 10;
/** Maximum size of one file of a message, in bytes. */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum length of the alternative text of a photo. */
export const ALT_MAX = 1_000;
/**
 * Maximum length of the words that are stored for one photo, in UTF-16 units. Text recognition has found
 * these words. Each word counts with a space after it.
 */
export const PHOTO_WORDS_MAX = 4_000;
/**
 * In lists of messages: maximum length of the words that text recognition has found in one photo, in UTF-16
 * units.
 */
export const LISTED_WORDS_MAX = 500;
/** Maximum number of messages that are shown as related to another one. */
export const RELATED_MAX = 3;
/** Maximum number of rows on a page of a list. */
export const PAGE_MAX = 500;
/** Maximum number of people in the list of people with whom a user shares boards. */
export const PEOPLE_MAX = 200;
/** Maximum number of calls in one tRPC batch. The web app splits longer batches. */
export const BATCH_MAX = 10;
/** Maximum total size of the answers to one tRPC batch, in UTF-16 units of their JSON. */
export const BATCH_SIZE_MAX = 8 * 1024 * 1024;
/** Maximum length of the text in a search for users, in UTF-16 units. */
export const USER_SEARCH_MAX = 100;
/** Maximum length of the field `after` in a request for a polled page, in UTF-16 units. */
export const POLLED_AFTER_MAX = 100;
/** Maximum length of an idempotency key, in UTF-16 units. */
export const IDEMPOTENCY_KEY_MAX = 100;
/**
 * Highest number of found messages that a search reports. A search that finds more messages reports this
 * number, too.
 */
export const FOUND_MAX = 10_000;
/** Maximum length of a search query, in UTF-16 units. The rest of a longer one is ignored. */
export const QUERY_MAX = 400;

/** Returns how long a preview stays fresh, in milliseconds: a day, or ten minutes after an error. */
export const previewLifeMs = ({ error }: { error: boolean }): number => (error ? 10 : 24 * 60) * 60_000;

export const DEFAULT_TAG = 'uncategorized';
export const FEEDBACK_TAG = 'feedback';
/** Tags of boards that cannot be shared, converted or renamed (docs/product.md: Reserved boards). */
export const RESERVED_TAGS: readonly string[] = [DEFAULT_TAG, FEEDBACK_TAG];

/** First and last name that are stored for a user who has skipped the setup. */
export const PLACEHOLDER_NAME = 'User';

/** Maximum number of photos on the card of a board. */
export const CARD_PHOTOS_MAX = 4;
/** Maximum length of the excerpt from the newest message on the card of a board. */
export const CARD_EXCERPT_MAX = 240;
/** Maximum length of the beginning of a message that is quoted in replies to it. */
export const QUOTE_MAX = 140;
/** Maximum number of unread messages that are counted for a board. */
export const UNREAD_MAX = 100;

export const TOKEN_NAME_MAX = 60;
/** Largest number of access tokens of one person. */
export const TOKENS_MAX = 50;
