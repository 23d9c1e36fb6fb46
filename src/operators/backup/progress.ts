/** `done` and `total` count bytes, files or messages. */
export type Progress = (step: string, done: number, total: number) => void;
