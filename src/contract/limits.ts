/**
 * Constants of the product. Maximum lengths are in Unicode code points, unless a comment gives another unit.
 */

export const length = (text: string) => [...text].length;

export const CODE_LENGTH = 6;
export const NAME_MAX = 50;
export const BOARD_NAME_MAX = 50;
/** Maximum length of a broadcast, in UTF-16 units. */
export const BROADCAST_MAX = 1600;
export const CONTENT_MAX = 10_000;
export const TAGS_MAX = 20;
/** Maximum number of different emoji on one message. */
export const REACTIONS_MAX = 20;
export const REACTION_NAMES_MAX = 20;
export const MEDIA_MAX = 10;
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;
export const ALT_MAX = 1_000;
/** Each word counts with a space after it. */
export const PHOTO_WORDS_MAX = 4_000;
export const LISTED_WORDS_MAX = 500;
export const RELATED_MAX = 3;
export const PINS_MAX = 20;
export const PAGE_MAX = 500;
export const PEOPLE_MAX = 200;
export const BATCH_MAX = 10;
/** Maximum total size of the answers to one tRPC batch, in UTF-16 units of their JSON. */
export const BATCH_SIZE_MAX = 8 * 1024 * 1024;
/** Maximum length of the text in a search for users, in UTF-16 units. */
export const USER_SEARCH_MAX = 100;
/** Maximum length of the field `after` in a request for a polled page, in UTF-16 units. */
export const POLLED_AFTER_MAX = 100;
/** Maximum length of an idempotency key, in UTF-16 units. */
export const IDEMPOTENCY_KEY_MAX = 100;
export const FOUND_MAX = 10_000;
/** Maximum length of a search query, in UTF-16 units. The rest of a longer one is ignored. */
export const QUERY_MAX = 400;

/** Returns how long a preview stays fresh, in milliseconds: a day, or ten minutes after an error. */
export const previewLifeMs = ({ error }: { error: boolean }): number => (error ? 10 : 24 * 60) * 60_000;

export const DEFAULT_TAG = 'uncategorized';
export const FEEDBACK_TAG = 'feedback';
/** Where answers to the evening question go, unless another board is chosen. */
export const DIARY_TAG = 'diary';
export const RESERVED_TAGS: readonly string[] = [DEFAULT_TAG, FEEDBACK_TAG];

export const PLACEHOLDER_NAME = 'User';

export const CARD_PHOTOS_MAX = 4;
export const CARD_EXCERPT_MAX = 240;
export const QUOTE_MAX = 140;
export const UNREAD_MAX = 100;

export const TOKEN_NAME_MAX = 60;
export const TOKEN_BOARDS_MAX = 20;
export const TOKENS_MAX = 50;

export const BLOCK_REASON_MAX = 200;

export const HOOKS_MAX = 20;
export const HOOK_BOARDS_MAX = 20;
export const HOOK_URL_MAX = 1_000;
