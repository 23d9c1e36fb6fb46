/** Constants of the product. Lengths count Unicode code points unless a comment says otherwise. */

/** Returns the length of a string in Unicode code points. */
export const length = (text: string) => [...text].length;

export const CODE_LENGTH = 6;
export const NAME_MAX = 50;
export const BOARD_NAME_MAX = 50;
export const BROADCAST_MAX = 1600;
export const CONTENT_MAX = 10_000;
export const TAGS_MAX = 20;
/** Files of one message. */
export const MEDIA_MAX = 10;
/** Bytes of one file. */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;
/** Rows of one page. */
export const PAGE_MAX = 500;
export const USER_SEARCH_MAX = 100;
export const IDEMPOTENCY_KEY_MAX = 100;
/** UTF-16 units of a search query that are searched for. The rest is ignored. */
export const QUERY_MAX = 400;

/** Returns for how many milliseconds a preview stays fresh. A failed one is fetched again soon. */
export const previewLifeMs = ({ error }: { error: boolean }): number => (error ? 10 : 24 * 60) * 60_000;

export const DEFAULT_TAG = 'uncategorized';
export const FEEDBACK_TAG = 'feedback';
/** The tags of boards that are never shared, converted or renamed (docs/product.md: Reserved boards). */
export const RESERVED_TAGS: readonly string[] = [DEFAULT_TAG, FEEDBACK_TAG];

/** First and last name that are stored for a user who has skipped the setup. */
export const PLACEHOLDER_NAME = 'User';
