/** Reports progress. `done` and `total` count bytes, files or messages; a `total` of 0 means unknown. */
export type Progress = (step: string, done: number, total: number) => void;
