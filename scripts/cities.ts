import { cityMapping } from 'city-timezones';
import { comparable } from '../src/people/place-names';

/** Writes src/people/cities.json: the names of large cities and US states by time zone. */

const POPULATION_MIN = 100_000;

type City = (typeof cityMapping)[number];

const largestFirst = cityMapping
  .filter(({ timezone }) => timezone)
  .toSorted((one, other) => other.pop - one.pop);
const named = new Map<string, City[]>();
for (const city of largestFirst)
  if (city.pop >= POPULATION_MIN)
    for (const name of new Set([comparable(city.city), comparable(city.city_ascii)]))
      named.set(name, [...(named.get(name) ?? []), city]);

const zoneOf = new Map<string, string>();
for (const [name, cities] of named) {
  zoneOf.set(name, cities[0]!.timezone);
  const isInManyZones = new Set(cities.map(({ timezone }) => timezone)).size > 1;
  for (const { state_ansi, iso2, timezone } of isInManyZones ? cities : []) {
    const key = `${name}/${(state_ansi || iso2).toLowerCase()}`;
    if (!zoneOf.has(key)) zoneOf.set(key, timezone);
  }
}

const states = Map.groupBy(
  largestFirst.filter(({ iso2, state_ansi }) => iso2 === 'US' && state_ansi),
  ({ state_ansi }) => state_ansi,
);
for (const [code, cities] of states) {
  const people = new Map<string, number>();
  for (const { timezone, pop } of cities) people.set(timezone, (people.get(timezone) ?? 0) + pop);
  const [[zone] = ['']] = [...people].sort(([, one], [, other]) => other - one);
  zoneOf.set(`us/${code!.toLowerCase()}/${comparable(cities[0]!.province)}`, zone);
}

const zones = Object.groupBy(zoneOf.keys(), (name) => zoneOf.get(name)!);
const lines = Object.entries(zones)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([zone, names]) => `  ${JSON.stringify(zone)}: ${JSON.stringify(names!.join('|'))}`);
await Bun.write(new URL('../src/people/cities.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
