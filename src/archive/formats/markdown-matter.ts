import { splitTags } from '../notes';

export type Matter = { title: string; tags: string[]; time: string; url: string };

const NO_MATTER: Matter = { title: '', tags: [], time: '', url: '' };
const TIME_KEYS = [
  'created',
  'created_at',
  'created-at',
  'date created',
  'creation-date',
  'timestamp',
  'date',
];
/** Longer front matter is ignored. */
const MATTER_MAX = 100_000;
const FENCED = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

export function splitMatter(note: string): { matter: string | null; body: string } {
  const found = FENCED.exec(note);
  return found ? { matter: found[1] ?? '', body: note.slice(found[0].length) } : { matter: null, body: note };
}

export function parseMatter(matter: string): Matter {
  if (matter.length > MATTER_MAX) return NO_MATTER;
  const properties = parseYaml(matter) ?? parseLines(matter);
  const word = (key: string) => {
    const value = properties.get(key);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    title: word('title').trim(),
    tags: ['tags', 'tag', 'keywords'].flatMap((key) => toTags(properties.get(key))),
    url: ['source', 'url', 'source_url'].map(word).find((url) => /^https?:\/\/\S+$/.test(url)) ?? '',
    time: TIME_KEYS.map(word).find((time) => time.trim() !== '') ?? '',
  };
}

type Properties = Map<string, unknown>;

function parseYaml(matter: string): Properties | null {
  try {
    const parsed: unknown = Bun.YAML.parse(matter);
    if (typeof parsed !== 'object' || parsed === null) return null;
    return new Map(Object.entries(parsed).map(([key, value]) => [key.toLowerCase(), value]));
  } catch {
    return null;
  }
}

/** Parses front matter that is not valid YAML, such as `title: b: c`. */
function parseLines(matter: string): Properties {
  const properties: Properties = new Map();
  let list: string[] = [];
  for (const line of matter.split('\n')) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? [];
    const [, key, value = ''] = /^([\w -]{1,40}):\s*(.*)$/.exec(line) ?? [];
    if (item !== undefined) list.push(unquote(item));
    else if (key) {
      list = [];
      properties.set(key.toLowerCase(), value.trim() === '' ? list : unquote(value.replace(/^\[|\]$/g, '')));
    }
  }
  return properties;
}

const unquote = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

function toTags(value: unknown): string[] {
  if (typeof value === 'string') return splitTags(value);
  if (!Array.isArray(value)) return [];
  return value.filter((tag) => typeof tag === 'string' || typeof tag === 'number').map(String);
}
