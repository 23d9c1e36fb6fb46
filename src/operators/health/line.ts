import type { App } from '../../app/app';
import { bad, type Finding, good } from '../../contract/health';
import { lineAwaySince } from '../../texting/line-watch';

const NAME = 'Line';

export function checkLine(app: App): Finding[] {
  const { sms } = app;
  const noticed = sms.findings?.() ?? [];
  if (!sms.lastSeen) return noticed;
  const since = lineAwaySince(app);
  const seen =
    since === null
      ? good(NAME, 'The phone is not known to be away. A running server looks for it every minute.')
      : bad(
          NAME,
          'The phone is not seen: no text comes or goes. Check its power, its network and that the app runs. What waits is sent when it is back, and operators are told then by text.',
          { value: 'Away', at: new Date(since).toISOString() },
        );
  return [seen, ...noticed];
}
