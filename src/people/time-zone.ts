import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { countryOf } from '../app/phone';
import { toTimeZone } from '../contract/time-zone';
import { zoneOfPlace } from './places';
import { bumpUser } from './versions';

/** Intl lists the zones of a country by name, so the first zone in that list can be that of a far island. */
const MAIN_ZONES: Record<string, string> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  GL: 'America/Nuuk',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

const SHORT_NAMES: [RegExp, zone: string][] = [
  [/^(et|e[sd]t|eastern( time)?)$/, 'America/New_York'],
  [/^(ct|c[sd]t|central( time)?)$/, 'America/Chicago'],
  [/^(mt|m[sd]t|mountain( time)?)$/, 'America/Denver'],
  [/^(pt|p[sd]t|pacific( time)?)$/, 'America/Los_Angeles'],
  [/^(gmt|utc|z)$/, 'UTC'],
  [/^bst$/, 'Europe/London'],
  [/^cest$/, 'Europe/Berlin'],
];

const REGIONS = [
  'Europe',
  'America',
  'Asia',
  'Africa',
  'Australia',
  'Pacific',
  'Atlantic',
  'Indian',
  'America/Argentina',
  'America/Indiana',
  'America/Kentucky',
  'America/North_Dakota',
];

export const zoneOf = (app: App, { timeZone, phone }: Pick<User, 'timeZone' | 'phone'>): string =>
  timeZone ?? app.config.defaultTimeZone ?? zoneOfNumber(phone) ?? 'UTC';

function zoneOfNumber(phone: string): string | undefined {
  const country = countryOf(phone);
  if (!country) return undefined;
  return MAIN_ZONES[country] ?? new Intl.Locale(`und-${country}`).getTimeZones?.()?.[0];
}

/** Ignores upper and lower case. */
export function findTimeZone(typed: string): string | null {
  const name = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const short = SHORT_NAMES.find(([pattern]) => pattern.test(name));
  if (short) return short[1];
  const path = name.replaceAll(' ', '_');
  for (const zone of [path, ...REGIONS.map((region) => `${region}/${path}`)]) {
    const known = toTimeZone(zone);
    if (known?.includes('/')) return known;
  }
  return zoneOfPlace(typed) ?? zoneOfCountry(name);
}

/** Of a country all of whose zones have the same time now. */
function zoneOfCountry(name: string): string | null {
  const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const found = codes
    .flatMap((first) => codes.map((second) => first + second))
    .filter((code) => names.of(code)?.toLowerCase() === name)
    .map((code) => ({ code, zones: new Intl.Locale(`und-${code}`).getTimeZones?.() ?? [] }))
    .find(({ zones }) => new Set(zones.map((zone) => Temporal.Now.zonedDateTimeISO(zone).offset)).size === 1);
  return found ? (MAIN_ZONES[found.code] ?? found.zones[0]!) : null;
}

export function setTimeZone(app: App, user: User, timeZone: string | null, { unlessSet = false } = {}): User {
  return transaction(app.db, () => {
    const stored = statements(app.db).setTimeZone.get({
      id: user.id,
      timeZone,
      unlessSet: Number(unlessSet),
    })!;
    if (stored.timeZone !== user.timeZone) bumpUser(app, user.id);
    return { ...user, timeZone: stored.timeZone };
  });
}

const statements = prepared(({ $client }) => ({
  setTimeZone: $client.prepare<
    { timeZone: string | null },
    { id: number; timeZone: string | null; unlessSet: number }
  >(`
    update users set time_zone = iif($unlessSet, coalesce(time_zone, $timeZone), $timeZone)
     where id = $id returning time_zone as timeZone`),
}));
