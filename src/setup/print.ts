import { log } from '@clack/prompts';

/** Number of columns that clack's sign and a space after the text take up. */
const SIGN_COLUMNS = 4;

/**
 * Breaks a text into lines that fit the terminal beside the sign of clack. Leaves a long address whole, so
 * that it can be copied.
 */
const fit = (text: string) =>
  Bun.wrapAnsi(text, (process.stdout.columns || 80) - SIGN_COLUMNS, { trim: true });

/**
 * Wraps a text like `fit`, and indents all lines but the first. For texts before whose further lines clack
 * writes no sign.
 */
export const fitIndented = (text: string) => fit(text).replaceAll('\n', '\n   ');

type Write = (text: string, options: { spacing: number }) => void;

/** Returns a function that shows a sentence after `spacing` empty lines. */
const withFit =
  (write: Write) =>
  (text: string, { spacing = 1 } = {}) =>
    write(fit(text), { spacing });

/** Functions that show a sentence in the dialogue, each with a sign of its own, also without colours. */
export const print = {
  step: withFit(log.message),
  good: withFit(log.success),
  notice: withFit(log.warn),
  bad: withFit(log.error),
};
