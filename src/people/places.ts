// cities.json is made of city-timezones 1.3.4: cities of 100,000 people and more, and the states of the USA
import cities from './cities.json';
import { comparable } from './place-names';

const OTHER_NAMES: Record<string, string> = {
  nyc: 'new york',
  la: 'los angeles',
  sf: 'san francisco',
  philly: 'philadelphia',
  vegas: 'las vegas',
  dc: 'washington d c',
  'washington dc': 'washington d c',
  bangalore: 'bengaluru',
  bengaluru: 'bangalore',
  bombay: 'mumbai',
  calcutta: 'kolkata',
  madras: 'chennai',
  saigon: 'ho chi minh city',
  koln: 'cologne',
  munchen: 'munich',
  wien: 'vienna',
  roma: 'rome',
  milano: 'milan',
  napoli: 'naples',
  praha: 'prague',
  warszawa: 'warsaw',
  lisboa: 'lisbon',
  moskva: 'moscow',
  geneve: 'geneva',
};

const COUNTRIES: Record<string, string> = {
  uk: 'gb',
  england: 'gb',
  scotland: 'gb',
  wales: 'gb',
  usa: 'us',
  america: 'us',
};

const PLACE_MAX = 60;

type Places = { zones: Map<string, string>; states: Map<string, { code: string; zone: string }> };

let read: Places | undefined;

/** A name is of a city, `birmingham/al` of one of several cities, and `us/al/alabama` of a state. */
function places(): Places {
  if (read) return read;
  read = { zones: new Map(), states: new Map() };
  for (const [zone, names] of Object.entries(cities))
    for (const name of names.split('|')) {
      const [, code, state] = /^us\/(..)\/(.+)$/.exec(name) ?? [];
      if (code && state) for (const key of [code, state]) read.states.set(key, { code, zone });
      else read.zones.set(name, zone);
    }
  return read;
}

/** The zone of a city of over 100,000 people or of a US state; a state or country may follow the city. */
export function zoneOfPlace(typed: string): string | null {
  if (typed.length > PLACE_MAX) return null;
  const name = comparable(typed);
  const found =
    zoneOfName(name) ?? zoneOfName(name.replace(/ (?:city|time)$/, '')) ?? places().states.get(name)?.zone;
  if (found) return found;
  const words = name.split(' ');
  for (let place = words.length - 1; place > 0; place--) {
    const zone = zoneWithin(words.slice(0, place).join(' '), words.slice(place).join(' '));
    if (zone) return zone;
  }
  return null;
}

const zoneOfName = (name: string) => places().zones.get(name) ?? places().zones.get(OTHER_NAMES[name] ?? '');

function zoneWithin(city: string, region: string): string | null {
  const state = places().states.get(region);
  const code = state?.code ?? COUNTRIES[region] ?? codeOfCountry(region);
  if (!code) return null;
  return places().zones.get(`${city}/${code}`) ?? state?.zone ?? zoneOfName(city) ?? null;
}

let countries: Map<string, string> | undefined;

function codeOfCountry(region: string): string | undefined {
  countries ??= new Map(
    [...places().zones.keys()].flatMap((key) => {
      const code = /^[^/]{3,}\/([a-z]{2})$/.exec(key)?.[1];
      return code ? [[code, code] as const, [comparable(countryName(code)), code] as const] : [];
    }),
  );
  return countries.get(region);
}

const countryName = (code: string) =>
  new Intl.DisplayNames('en', { type: 'region' }).of(code.toUpperCase()) ?? code;
