import { log } from '@clack/prompts';

/** Number of columns before the text of a line. The library clack fills them with a sign and spaces. */
const SIGN_COLUMNS = 4;

/**
 * Breaks a text into lines that fit into the terminal after clack's sign. Does not break a long URL, so that
 * it can be copied.
 */
const fit = (text: string) =>
  Bun.wrapAnsi(text, (process.stdout.columns || 80) - SIGN_COLUMNS, { trim: true });

/**
 * Wraps a text, as `fit` does, and indents all lines except the first. Used where clack writes a sign only
 * before the first line.
 */
export const fitIndented = (text: string) => fit(text).replaceAll('\n', '\n   ');

type Write = (text: string, options: { spacing: number }) => void;

/** Returns a function that shows a sentence after `spacing` empty lines. */
const withFit =
  (write: Write) =>
  (text: string, { spacing = 1 } = {}) =>
    write(fit(text), { spacing });

/**
 * Functions that show a sentence in the dialogue. Each function has its own sign, so that they differ even
 * without colours.
 */
export const print = {
  step: withFit(log.message),
  good: withFit(log.success),
  notice: withFit(log.warn),
  bad: withFit(log.error),
};
