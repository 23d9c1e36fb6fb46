/** Reports the progress of a step, in bytes or entries. A `total` of 0 stands for an unknown one. */
export type Progress = (step: string, done: number, total: number) => void;
