/** Business constants (spec 9) and the caps design 5 and 8 put on input. Lengths count Unicode code points. */

export const CODE_LENGTH = 6;
export const NAME_MAX = 50;
export const BOARD_NAME_MAX = 50;
export const BROADCAST_MAX = 1600;
export const CONTENT_MAX = 10_000;
export const TAGS_MAX = 20;
export const MEDIA_MAX = 10;
/** Bytes of one photo or file (design 8). */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;
export const PAGE_MAX = 500;
export const USER_SEARCH_MAX = 100;
export const IDEMPOTENCY_KEY_MAX = 100;
/** What follows so many UTF-16 units of a question is not searched for: nobody reads what it would find. */
export const QUERY_MAX = 400;

/** For how many milliseconds it is known what a link shows (design 11); a failure is soon tried again. */
export const previewLifeMs = ({ error }: { error: boolean }): number => (error ? 10 : 24 * 60) * 60_000;

export const DEFAULT_TAG = 'uncategorized';
export const FEEDBACK_TAG = 'feedback';
/** Never shared, converted or renamed (design 5). */
export const RESERVED_TAGS: readonly string[] = [DEFAULT_TAG, FEEDBACK_TAG];

/** What "Skip for Now" saves as both names (spec 4). Never shown to other people. */
export const PLACEHOLDER_NAME = 'User';
