/**
 * Function that reports progress. `done` and `total` count bytes, files or messages. If `total` is 0, the
 * total is unknown.
 */
export type Progress = (step: string, done: number, total: number) => void;
