import { prepared } from '../../db/open';
import type { App } from '../app/app';
import type { MonthOfTexts, PersonCosts, TextCosts } from '../contract/costs';
import { maskPhone } from '../contract/people';
import { isBudgetSpent, MILLIONTHS, spentThisMonth } from './budget';

const MONTHS_MAX = 24;

export function listCosts(app: App): TextCosts {
  const months = new Map<string, MonthOfTexts>();
  const { smsBudget } = app.config;
  for (const { month, direction, kind, ...sums } of statements(app.db).byKind.all()) {
    const entry = months.get(month) ?? { month, kinds: [] };
    months.set(month, entry);
    entry.kinds.push({ direction, kind, ...toSums(sums) });
  }
  const { amount, estimated, currency } = spentThisMonth(app);
  return {
    budget:
      smsBudget === null || !app.sms.can.tellPrices
        ? null
        : { ceiling: smsBudget, spent: amount, estimated, currency, reached: isBudgetSpent(app) },
    months: [...months.values()],
  };
}

export const listCostsOfPeople = (
  app: App,
  { month, limit = 50, offset = 0 }: { month: string; limit?: number; offset?: number },
): PersonCosts[] =>
  statements(app.db)
    .byPerson.all({ month, limit, offset })
    .map(({ phone, name, textsIn, ...sums }) => ({
      phoneNumber: phone || null,
      displayName: name || (phone ? maskPhone(phone) : null),
      textsIn,
      ...toSums(sums),
    }));

export function eraseNumberOfCosts(app: App, phone: string): void {
  const { addToNobody, deleteOfPhone } = statements(app.db);
  addToNobody.run({ phone });
  deleteOfPhone.run({ phone });
}

type Sums = { texts: number; segments: number; unpriced: number; amount: number; currency: string | null };

const toSums = ({ texts, segments, unpriced, amount, currency }: Sums) => ({
  texts,
  segments,
  unpricedSegments: unpriced,
  amount: amount / MILLIONTHS,
  currency: currency ?? '',
});

const SUMS = `
  sum(texts) as texts, sum(segments) as segments, sum(iif(currency = '', segments, 0)) as unpriced,
  sum(amount) as amount, max(currency) as currency`;

const statements = prepared(({ $client }) => ({
  byKind: $client.prepare<Sums & { month: string; direction: 'in' | 'out'; kind: string }, []>(`
    select month, direction, kind, ${SUMS} from text_costs
     where texts > 0 and month > (
       select coalesce(min(month), '') from (
         select distinct month from text_costs order by month desc limit 1 offset ${MONTHS_MAX}))
     group by month, direction, kind order by month desc, direction desc, sum(amount) desc, sum(segments) desc, kind`),
  byPerson: $client.prepare<
    Sums & { phone: string; name: string | null; textsIn: number },
    { month: string; limit: number; offset: number }
  >(`
    select c.phone, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) as name,
           sum(iif(direction = 'in', texts, 0)) as textsIn, sum(iif(direction = 'out', texts, 0)) as texts,
           sum(iif(direction = 'out', segments, 0)) as segments,
           sum(iif(direction = 'out' and currency = '', segments, 0)) as unpriced,
           sum(amount) as amount, max(currency) as currency
      from text_costs c left join users u on u.phone = c.phone
     where month = $month and texts > 0 group by c.phone
     order by sum(amount) desc, sum(iif(direction = 'out', segments, 0)) desc, c.phone limit +$limit offset +$offset`),
  addToNobody: $client.prepare<unknown, { phone: string }>(`
    insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount)
    select month, direction, kind, '', currency, texts, segments, amount from text_costs where phone = $phone
        on conflict (month, direction, kind, phone, currency) do update
       set texts = texts + excluded.texts, segments = segments + excluded.segments, amount = amount + excluded.amount`),
  deleteOfPhone: $client.prepare<unknown, { phone: string }>('delete from text_costs where phone = $phone'),
}));
