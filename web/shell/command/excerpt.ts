import { findMatches } from '../../../src/contract/matches';
import type { SearchQuery } from '../../../src/contract/query';
import { withoutLastHashtags } from '../dashboard/card-text';

const LENGTH = 140;
const BEFORE = 24;

/** Hashtags at the end of the message are left out, unless the message has nothing else. */
export function excerptAround(content: string, query: SearchQuery): string {
  const whole = content.replace(/\s+/g, ' ').trim();
  const line = withoutLastHashtags(whole) || whole;
  const match = findMatches(line, query)[0]?.start ?? 0;
  const from = match <= BEFORE ? 0 : Math.max(line.lastIndexOf(' ', match - BEFORE) + 1, match - 2 * BEFORE);
  const excerpt = [...line.slice(from)].slice(0, LENGTH).join('');
  return `${from > 0 ? '…' : ''}${excerpt}${from + excerpt.length < line.length ? '…' : ''}`;
}
