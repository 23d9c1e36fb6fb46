import type { App } from '../app';
import { bad, type Finding, good } from '../contract/health';
import { AWAY_AFTER_MS, lineAwaySince } from '../texting/line-watch';
import { formatDuration } from './words';

const NAME = 'Line';

/**
 * Checks that a line that can go away, such as a phone, gives signs of life, and adds what the gateway itself
 * has noticed (docs/product.md: Android phone).
 */
export function checkLine(app: App): Finding[] {
  const { sms } = app;
  const noticed = sms.findings?.() ?? [];
  if (!sms.lastSeen) return noticed;
  const since = lineAwaySince(app);
  const seen =
    since === null
      ? good(NAME, `${sms.label} has given a sign of life in the last ${formatDuration(AWAY_AFTER_MS)}.`)
      : bad(
          NAME,
          'The phone is not seen: no text comes or goes. Check its power, its network and that the app runs. What waits is sent when it is back, and operators are told then by text.',
          { value: 'Away', at: new Date(since).toISOString() },
        );
  return [seen, ...noticed];
}
