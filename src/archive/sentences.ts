import { countOf } from '../contract/counts';
import type { Unreadable } from './formats/format';
import type { ImportResult } from './import';

/** Number of unreadable parts that a command prints. */
const PRINTED = 20;

/** Returns what a command prints after an import. */
export function importSentence({ messages, known, empty, unreadable, reasons }: ImportResult): string {
  const existing = known > 0 ? `, ${countOf(known, 'was', 'were')} here already` : '';
  const skipped =
    empty > 0 ? ` ${countOf(empty, 'without a text was', 'without a text were')} left out.` : '';
  const sentence = `${countOf(messages, 'message is', 'messages are')} new${existing}.${skipped}`;
  return [sentence, ...unreadableLines(unreadable, reasons)].join('\n');
}

function unreadableLines(count: number, reasons: Unreadable[]): string[] {
  if (count === 0) return [];
  const lines = reasons.slice(0, PRINTED).map(({ unreadable, reason }) => `  ${unreadable}: ${reason}`);
  const more = count - lines.length;
  return [
    `${countOf(count, 'part')} could not be read:`,
    ...lines,
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
  ];
}
