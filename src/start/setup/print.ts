import { log } from '@clack/prompts';

/** Number of columns before the text of a line. The library clack fills them with a sign and spaces. */
const SIGN_COLUMNS = 4;

/** Does not break a long URL, so that it can be copied. */
const fit = (text: string) =>
  Bun.wrapAnsi(text, (process.stdout.columns || 80) - SIGN_COLUMNS, { trim: true });

export const fitIndented = (text: string) => fit(text).replaceAll('\n', '\n   ');

type Write = (text: string, options: { spacing: number }) => void;

const withFit =
  (write: Write) =>
  (text: string, { spacing = 1 } = {}) =>
    write(fit(text), { spacing });

/** Each function has its own sign, so that they differ even without colours. */
export const print = {
  step: withFit(log.message),
  good: withFit(log.success),
  notice: withFit(log.warn),
  bad: withFit(log.error),
};
