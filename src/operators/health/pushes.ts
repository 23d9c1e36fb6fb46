import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { countOf } from '../../contract/counts';
import { type Finding, good, notice } from '../../contract/health';
import { spentThisMonth } from '../../outbox/budget';

const NAME = 'Pushes';

export function checkPushes(app: App): Finding[] {
  const { countBrowsers, sumPushed } = statements(app.db);
  const { browsers, failing, error } = countBrowsers.get({ now: app.now() })!;
  if (browsers === 0) return [];
  const value = countOf(browsers, 'browser');
  const { texts, segments } = sumPushed.get({ since: startOfMonth(app.now()) })!;
  const { segmentPrice, currency } = spentThisMonth(app);
  const money = segmentPrice === null ? '' : `, about ${(segments * segmentPrice).toFixed(2)} ${currency}`;
  const spared = `This month pushes spared ${countOf(texts, 'text')}${money.trimEnd()}.`;
  if (failing === 0) return [good(NAME, spared, { value })];
  return [
    notice(
      NAME,
      `${spared} What no browser of a person takes is texted. ${countOf(failing, 'browser')} did not take the last push: ${error}`,
      { value },
    ),
  ];
}

function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

const statements = prepared(({ $client }) => ({
  countBrowsers: $client.prepare<
    { browsers: number; failing: number; error: string | null },
    { now: number }
  >(`
    select count(*) as browsers, count(p.error) as failing, max(p.error) as error
      from push_subscriptions p join sessions s on s.id = p.session_id where s.expires_at > $now`),
  sumPushed: $client.prepare<{ texts: number; segments: number }, { since: number }>(`
    select count(*) as texts, coalesce(sum(segments), 0) as segments from outbox
     where state = 'pushed' and created_at >= $since`),
}));
