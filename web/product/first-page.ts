/** Number of messages on the first page of a list: few, so that they arrive soon. */
export const FIRST_PAGE = 40;
