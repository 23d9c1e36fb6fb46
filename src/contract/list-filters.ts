/** Without a schema, so that the tabs of a board load none. */
export const LIST_FILTERS = ['photos', 'links', 'files', 'open'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];
