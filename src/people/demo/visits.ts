import { randomBytes, randomInt } from 'node:crypto';
import { type App, perApp } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import { mayText } from '../../app/phone';
import { formatPhone } from '../../contract/people';

export const VISIT_MS = 3_600_000;

export type Visit = { secret: string; phones: readonly [string, string]; endsAt: number };

/** In memory, because the data of a demo are deleted at its start, too. */
const visitsOf = perApp(() => ({
  bySecret: new Map<string, Visit>(),
  byPhone: new Map<string, Visit>(),
  next: 2 * randomInt(1_000_000),
}));

/** Throws if the demo is full. */
export function addVisit(app: App): Visit {
  const { bySecret, byPhone } = visitsOf(app);
  if (bySecret.size >= (app.config.demo?.visitors ?? 0))
    throw new VisibleError('demo_full', 'The demo is full. Please try again in a few minutes.', {
      retryAfter: 120,
    });
  const secret = randomBytes(24).toString('base64url');
  const visit = { secret, phones: nextPhones(app), endsAt: app.now() + VISIT_MS } as const;
  bySecret.set(secret, visit);
  for (const phone of visit.phones) byPhone.set(phone, visit);
  return visit;
}

export function removeVisit(app: App, { secret, phones }: Visit): void {
  const { bySecret, byPhone } = visitsOf(app);
  bySecret.delete(secret);
  for (const phone of phones) byPhone.delete(phone);
}

export const countVisits = (app: App): number => visitsOf(app).bySecret.size;

export const listEndedVisits = (app: App): Visit[] =>
  [...visitsOf(app).bySecret.values()].filter((visit) => !isOpen(app, visit));

export function findVisit(app: App, secret: string): Visit | null {
  const visit = visitsOf(app).bySecret.get(secret);
  return visit && isOpen(app, visit) ? visit : null;
}

export const isOfVisitor = (app: App, phone: string): boolean => visitsOf(app).byPhone.has(phone);

/** To everybody else of a demo, a number is as good as none. */
export function refuseOtherVisitor(app: App, from: string, to: string): void {
  if (!app.config.demo) return;
  const phones: readonly string[] = visitsOf(app).byPhone.get(from)?.phones ?? [];
  if (phones.includes(to)) return;
  const other = phones.find((phone) => phone !== from);
  throw new VisibleError(
    'not_in_demo',
    `In the demo you can only invite your other phone${other ? `, ${formatPhone(other)}` : ''}.`,
  );
}

const isOpen = (app: App, { endsAt }: Visit): boolean => isAhead(app, endsAt, VISIT_MS);

/** Numbers 555-0100 to 555-0199 of each area code are reserved for fiction (North American Numbering Plan). */
const LINES = 100;
const areasOf = perApp(() =>
  Array.from({ length: 800 }, (_, n) => String(200 + n)).filter(
    (area) => area !== '202' && area !== '555' && mayText(`+1${area}5550100`, ['US']),
  ),
);

/** One after the other, so that it takes days until a number has another owner. */
function nextPhones(app: App): readonly [string, string] {
  const visits = visitsOf(app);
  const areas = areasOf(app);
  for (;;) {
    visits.next += 2;
    const n = visits.next % (areas.length * LINES);
    const start = `+1${areas[Math.floor(n / LINES)]}55501`;
    const phones = [n, n + 1].map((number) => start + String(number % LINES).padStart(2, '0'));
    if (!phones.some((phone) => visits.byPhone.has(phone))) return phones as [string, string];
  }
}
