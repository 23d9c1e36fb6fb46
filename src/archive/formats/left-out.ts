import type { LeftOut, Unreadable } from './format';
import { TRASHED } from './parts';

export const IN_TRASH: LeftOut = { leftOut: TRASHED };

export const encrypted = (what: string): Unreadable => ({
  unreadable: firstLine(what) || 'a note',
  reason: 'it is encrypted',
});

export const firstLine = (text: string): string => (text.trim().split('\n', 1)[0] ?? '').trim().slice(0, 100);
