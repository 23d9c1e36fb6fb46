import { log } from '@clack/prompts';

/** Columns that clack's sign and a space after the text take up. */
const SIGN_COLUMNS = 4;

/** Breaks a text into lines that fit the terminal beside the sign of clack. */
const fit = (text: string) =>
  Bun.wrapAnsi(text, (process.stdout.columns || 80) - SIGN_COLUMNS, { hard: true, trim: true });

/** As `fit`, for texts before whose further lines clack writes no sign. */
export const fitIndented = (text: string) => fit(text).replaceAll('\n', '\n   ');

/** Functions that show a sentence in the dialogue, each with a sign of its own, also without colours. */
export const print = {
  step: (text: string) => log.message(fit(text)),
  good: (text: string) => log.success(fit(text)),
  notice: (text: string) => log.warn(fit(text)),
  bad: (text: string) => log.error(fit(text)),
};
