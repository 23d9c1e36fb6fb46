import { countOf } from '../../contract/counts';
import type { Finding } from '../../contract/health';

export function formatBytes(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1));
  const amount = bytes / 1000 ** (unit + 1);
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}

export function formatDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return countOf(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.round(hours / 24), 'day');
}

const LABELS = { good: 'ok    ', notice: 'note  ', bad: 'WRONG ' };

export function toLine({ state, name, value, at, advice }: Finding): string {
  const facts = [value, at && `${value && 'since '}${at}`].filter(Boolean).join(', ');
  return `${LABELS[state]}${name}: ${facts && `${facts}. `}${advice}`;
}
