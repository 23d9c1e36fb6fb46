import { countOf } from '../contract/counts';
import { leftDetails, lookDetails, lookSentence } from '../contract/import-words';
import type { ImportLook } from '../contract/imports';
import type { ImportResult } from './import';

const PRINTED = 20;

export function lookLines(look: ImportLook & { format: string }): string {
  const { format, groups, unreadable, reasons } = look;
  return [
    `${format}: ${lookSentence(look)}.`,
    ...lookDetails(look),
    ...unreadableLines(unreadable, reasons),
    groups.length > 0 && 'Choose with --only:',
    ...groups.slice(0, PRINTED).map(({ name, notes }) => `  ${name}: ${countOf(notes, 'note')}`),
  ]
    .filter(Boolean)
    .join('\n');
}

export function importSentence(result: ImportResult): string {
  const { messages, known, empty, unreadable, reasons } = result;
  const existing = known > 0 ? `, ${countOf(known, 'was', 'were')} here already` : '';
  const skipped =
    empty > 0 ? ` ${countOf(empty, 'without a text was', 'without a text were')} left out.` : '';
  const sentence = `${countOf(messages, 'message is', 'messages are')} new${existing}.${skipped}`;
  return [sentence, ...leftDetails(result), ...unreadableLines(unreadable, reasons)].join('\n');
}

function unreadableLines(count: number, reasons: ImportLook['reasons']): string[] {
  if (count === 0) return [];
  const lines = reasons.slice(0, PRINTED).map(({ what, reason }) => `  ${what}: ${reason}`);
  const more = count - lines.length;
  return [
    `${countOf(count, 'part')} could not be read:`,
    ...lines,
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
  ];
}
